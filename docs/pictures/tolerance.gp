# The error of a run against its tolerance (data from make.sh, by benchmarks/measure/schemes.py).
set terminal pngcairo size 900,520 font "DejaVu Sans,11" background "white"
set output "tolerance.png"
set grid lc rgb "#dddddd"
set border lc rgb "#555555"
set logscale xy
set format xy "10^{%T}"
set xrange [2e-2:5e-9] reverse
set yrange [1e-12:2e-2]
set key bottom left reverse Left
set xlabel "error tolerance R"
set ylabel "largest error of the actuator's length, m"
plot 0.5 * x with lines lc rgb "#999999" dt 2 title "R times the length (0.5 m)", \
     "tolerance.dat" index 0 with linespoints lw 2 pt 7 lc rgb "#1d5b9b" title "M1", \
     "tolerance.dat" index 1 with linespoints lw 2 pt 7 lc rgb "#3a7d2c" title "M2", \
     "tolerance.dat" index 2 with linespoints lw 2 pt 5 lc rgb "#d08020" title "M2, micro steps of 0.5 ms: their straight lines are the floor", \
     "tolerance.dat" index 3 with linespoints lw 2 pt 9 lc rgb "#b02020" title "M2, Euler's formula inside, 0.1 ms: the solver is the floor"

# The actuator's length in manoeuvre M1, and its error, with force and with pressure coupling (data from make.sh).
set terminal pngcairo size 900,620 font "DejaVu Sans,11" background "white"
set output "result.png"
set datafile separator ","
set multiplot layout 2,1 margins 0.09,0.975,0.085,0.945 spacing 0,0.115
set grid lc rgb "#dddddd"
set border lc rgb "#555555"
set xrange [0:10]
set xtics 1

set title "LIM manipulator, manoeuvre M1: length of the actuator" offset 0,-0.6
set ylabel "s_1, m" offset 1.5,0
set yrange [0.44:0.64]
set ytics 0.04
set key top left Left reverse samplen 2.5
plot "fs15.csv" using 1:2 skip 1 with lines lw 1.5 lc rgb "#d1722b" title "f-s coupling, H = 15 ms: unstable", \
     "ps40.csv" using 1:2 skip 1 with lines lw 1.8 lc rgb "#2b7bb9" title "p-s coupling, H = 40 ms: still stable", \
     "converged.csv" using 1:2 skip 1 with lines lw 1.6 dt (6,4) lc rgb "#222222" title "converged"

set title "distance from the converged solution" offset 0,-0.6
set xlabel "t, s" offset 0,0.6
set ylabel "|Δs_1|, m" offset 0.5,0
set logscale y
set format y "10^{%T}"
set yrange [1e-7:2e-3]
set ytics 10
set key bottom center Left reverse samplen 2.5
plot "error-fs10.csv" using 1:2 with lines lw 1.5 lc rgb "#d1722b" title "f-s, H = 10 ms", \
     "error-ps10.csv" using 1:2 with lines lw 1.5 lc rgb "#2b7bb9" title "p-s, H = 10 ms", \
     "error-fs1.csv" using 1:2 with lines lw 1.5 dt (8,3) lc rgb "#b04f0f" title "f-s, H = 1 ms", \
     "error-ps1.csv" using 1:2 with lines lw 1.5 dt (8,3) lc rgb "#0d4f85" title "p-s, H = 1 ms"
unset multiplot

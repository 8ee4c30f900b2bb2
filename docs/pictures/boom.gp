# The boom's lift and its pressures (data from make.sh).
set terminal pngcairo size 900,620 font "DejaVu Sans,11" background "white"
set output "boom.png"
set datafile separator ","
set multiplot layout 2,1 margins 0.09,0.975,0.085,0.945 spacing 0,0.115
set grid lc rgb "#dddddd"
set border lc rgb "#555555"
set xrange [0:12]
set xtics 1
set key top right
set title "Length of the cylinder: lifted to its stop at 1.9 m, held, lowered" font ",12"
set ylabel "m"
plot "boom.csv" using "time":"multibody.lift.length" with lines lw 2 lc rgb "#1d5b9b" notitle
set title "Pressures in its chambers"
set ylabel "MPa"
set xlabel "time, s"
plot "boom.csv" using "time":(column("hydraulics.bottom.p")/1e6) with lines lw 2 lc rgb "#b02020" title "bottom", \
     "boom.csv" using "time":(column("hydraulics.top.p")/1e6) with lines lw 2 lc rgb "#3a7d2c" title "top"

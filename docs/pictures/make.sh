#!/bin/sh
# Makes the pictures again: the drawings from their SVG, the result from runs of build/paso.
#   docs/pictures/make.sh        needs a build (make), and rsvg-convert, gnuplot, chromium, pngquant, optipng, imagemagick, poppler-utils from Debian
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

shrink() {
  pngquant --force --ext .png 64 "$1"
  optipng -quiet -o5 "$1"
}

"$root/build/paso" show "$root/docs/mechanisms/crane.json" --svg "$here/crane.svg"
"$root/build/paso" show "$root/export/examples/excavator/mechanism.json" --view xz --output "$here/excavator.png"
shrink "$here/excavator.png"

for drawing in mechanism hydraulics crane boom-circuit stand-ins oscillator-mass oscillator-spring spring-mass relay; do
  rsvg-convert "$here/$drawing.svg" -o "$here/$drawing.png"
  shrink "$here/$drawing.png"
done

# Manoeuvre M1: the actuator's length with a coupling and a macro step in ms, the published solvers (0.2 ms in the
# hydraulics). A run that leaves the cylinder fails; what it wrote until then is what we want to show.
run() {
  coupling=$1 step=$2 name=$3
  shift 3
  "$root/build/paso" run "$root/build/systems/lim-manipulator.ssp" --set multibody.coupling="$coupling" \
    --macro-step "${step}ms" --record multibody.s --output "$work/$name.csv" --quiet "$@" ||
    mv "$work/$name.csv.partial" "$work/$name.csv"
}
force() { run 1 "$1" "fs$1" --feedthrough stale; }
pressure() { run 2 "$1" "ps$1"; }

# Converged: second order in H, with an accurate solver inside; within 2e-10 m of the solution.
run 2 0.1 converged --extrapolation 1 --every 10 \
  --set multibody.solver=2 --set hydraulics.solver=2 --set hydraulics.step_size=1e-4

for step in 1 10 15; do force $step; done
for step in 1 10 40; do pressure $step; done

# Differences from the converged solution, where both have a value (the grid of milliseconds).
for name in fs1 fs10 ps1 ps10; do
  awk -F, 'FNR == 1 { next }
           { at = sprintf("%.0f", $1 * 1000) }
           NR == FNR { s[at] = $2; next }
           at in s && at % 10 == 0 { e = $2 - s[at]; printf "%.17g,%.17g\n", $1, e < 0 ? -e : e }' \
    "$work/converged.csv" "$work/$name.csv" > "$work/error-$name.csv"
done

cd "$work"
gnuplot "$here/result.gp"
mv result.png "$here/result.png"
shrink "$here/result.png"

# The sweeps of docs/sweeps.md.
"$root/build/paso" sweep "$root/build/systems/lim-manipulator.ssp" --macro-step 0.1ms:50ms:20log --scheme jacobi,gauss-seidel \
  --reference "$root/build/reference/lim-M1.csv" --record multibody.s --plot sweep.pdf --quiet
pdftoppm -r 130 -png -singlefile sweep.pdf "$here/sweep"
shrink "$here/sweep.png"
"$root/build/paso" sweep "$root/build/fmus/SpringMass.fmu" --set k=20,80 --set d=2:10:5 --stop-time 10s --record x \
  --outcomes overshoot,settling_time --plot "$here/sweep-outcomes.png" --quiet
shrink "$here/sweep-outcomes.png"

# The boom of docs/circuits.md.
"$root/build/paso" show "$root/docs/circuits/boom.json" --svg "$here/boom-mechanism.svg"
rsvg-convert "$here/boom-mechanism.svg" -o "$here/boom-mechanism.png"
shrink "$here/boom-mechanism.png"
rm "$here/boom-mechanism.svg"
"$root/build/paso" export --system "$root/docs/circuits/boom-system.json" -o boom.ssp
"$root/build/paso" run boom.ssp --extrapolation 1 --output boom.csv --quiet
gnuplot "$here/boom.gp"
mv boom.png "$here/boom.png"
shrink "$here/boom.png"

# docs/plots.md: the commands are those of the page.
"$root/build/paso" run "$root/build/systems/lim-manipulator.ssp" --macro-step 10ms --output force.csv --quiet
"$root/build/paso" run "$root/build/systems/lim-manipulator.ssp" --macro-step 10ms --set multibody.coupling=2 --output pressure.csv --quiet
"$root/build/paso" plot force.csv pressure.csv --record 'multibody.s,hydraulics.f_h' --output "$here/plot.png"
"$root/build/paso" plot force.csv pressure.csv --record 'multibody.s,hydraulics.f_h' --output page.html
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,1010 --screenshot="$here/plot-page.png" "file://$work/page.html"
shrink "$here/plot.png"
shrink "$here/plot-page.png"
manipulator=$root/build/systems/lim-manipulator.ssp
"$root/build/paso" stability "$manipulator" --scheme jacobi,gauss-seidel --feedthrough refreshed,stale --size 88mm --title none \
  --plot print-limits.pdf --quiet
"$root/build/paso" linearize "$manipulator" --set hydraulics.manoeuvre=0 --bode kappa,multibody.s --frequencies 0.1:1000 --size 88mm \
  --title none --plot print-bode.pdf --quiet
for figure in print-limits print-bode; do
  pdftoppm -r 200 -png -singlefile $figure.pdf "$here/$figure"
  shrink "$here/$figure.png"
done

# Pages as a browser shows them.
photograph() { # FILE.html#t=T FILE.png WIDTH,HEIGHT
  chromium --headless --no-sandbox --no-first-run --disable-gpu --enable-unsafe-swiftshader --hide-scrollbars \
    --user-data-dir="$work/profile" --window-size="$3" --virtual-time-budget=4000 --screenshot="$2" "file://$work/$1" 2> /dev/null
}
# The report of docs/benchmarks.md, of one case.
"$root/build/paso" bench lim --quick --report report > /dev/null
photograph report/index.html "$here/report.png" 1280,1420
shrink "$here/report.png"

# The pages of docs/show.md.
"$root/build/paso" run "$manipulator" --output m1.csv --quiet
"$root/build/paso" show "$manipulator" --result m1.csv --output m1.html > /dev/null
photograph "m1.html#t=6" "$here/show-page.png" 1280,680
shrink "$here/show-page.png"
excavator=$root/build/systems/excavator.ssp
"$root/build/paso" run "$excavator" --scheme gauss-seidel --macro-step 1.2ms --input "$root/export/examples/excavator/cycle.csv" --every 20 \
  --output excavator.csv --quiet
"$root/build/paso" show "$excavator" --result excavator.csv --output excavator.html > /dev/null
photograph "excavator.html#t=9&view-only" "$here/excavator-page.png" 640,460
shrink "$here/excavator-page.png"

"$root/build/paso" export "$root/docs/mechanisms/flexible-crane.json" -o FlexibleCrane.fmu 2> /dev/null
"$root/build/paso" run FlexibleCrane.fmu --output bent.csv --quiet
"$root/build/paso" show FlexibleCrane.fmu --result bent.csv --bending 20 --output bent.html > /dev/null
photograph "bent.html#t=1" "$here/show-bending.png" 1280,680
shrink "$here/show-bending.png"

# The lift and the modes of docs/crane.md.
"$root/build/paso" new crane bends > /dev/null
cp "$root/docs/mechanisms/flexible-crane.json" bends/mechanism.json
"$root/build/paso" export --system bends/system.json -o bends.ssp 2> /dev/null
"$root/build/paso" run bends.ssp --output bends.csv --quiet
"$root/build/paso" plot bends.csv --record multibody.boom.node10.v,multibody.root.bending_stress_z \
  --title "The lift of the crane whose boom bends" --output "$here/crane-lift.png"
shrink "$here/crane-lift.png"
for mode in 1 2 3 4; do
  "$root/build/paso" show bends/system.json --mode $mode --output mode-$mode.svg > /dev/null
done
echo '<style>body{margin:0}img{width:640px;float:left}</style><img src="mode-1.svg"><img src="mode-2.svg"><img src="mode-3.svg"><img src="mode-4.svg">' > modes.html
photograph modes.html "$here/crane-modes.png" 1280,910
shrink "$here/crane-modes.png"

# The first picture of README: frames of that page, as an animation.
for frame in 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39; do
  time=$(awk "BEGIN { print 1.5 + 8.5 * ($frame - 10) / 30 }")
  photograph "m1.html#t=$time&view-only&zoom=1.15" "$work/frame-$frame.png" 640,400
done
/usr/bin/convert -delay 10 -loop 0 frame-*.png -colors 48 -layers optimize "$here/motion.gif"

# The error against the tolerance, of docs/schemes-compared.md: some minutes.
python3 "$root/benchmarks/measure/schemes.py" "$root/build/paso" --tables tolerances --figure tolerance.dat
gnuplot "$here/tolerance.gp"
mv tolerance.png "$here/tolerance.png"
shrink "$here/tolerance.png"

# docs/estimate.md: the commands are those of the page.
estimate() { # FILTER OPTIONS...
  filter=$root/docs/estimate/$1
  shift
  "$root/build/paso" estimate "$manipulator" --filter "$filter" --set multibody.coupling=2 --set hydraulics.start_in_equilibrium=false \
    --quiet "$@"
}
for case in crane:estimate:multibody.theta2_0=4.75 payload:payload:multibody.m_h=130; do
  name=${case%%:*} rest=${case#*:}
  smooth=
  [ "$name" = crane ] || smooth=--smooth
  estimate "$name.json" --simulate --output measured.csv --truth truth.csv
  estimate "$name.json" --set "${rest#*:}" --measurements measured.csv --truth truth.csv $smooth --plot "$here/${rest%%:*}.png"
  shrink "$here/${rest%%:*}.png"
done

# Diagrams of docs/show.md.
"$root/build/paso" show "$root/docs/circuits/boom-circuit.json" --output circuit.svg
"$root/build/paso" show "$root/docs/circuits/load-sensing.json" --output load-sensing.svg
rsvg-convert load-sensing.svg -o "$here/load-sensing-circuit.png"
shrink "$here/load-sensing-circuit.png"
"$root/build/paso" show "$manipulator" --output system.svg
for diagram in circuit system; do
  rsvg-convert "$diagram.svg" -o "$here/show-$diagram.png"
  shrink "$here/show-$diagram.png"
done

#!/bin/sh
# All FMUs and systems of the build, and those that are exported from the documents' files, against the standards' XML schemas.
#   schemas.sh SCHEMAS BUILD SOURCE SCRATCH      SCHEMAS has fmi2/ and ssp1/; where it does not, the test is skipped (77)
set -eu
schemas=$1 build=$2 source=$3 scratch=$4
fmi=$schemas/fmi2/fmi2ModelDescription.xsd
for needed in "$fmi" "$schemas/ssp1/SystemStructureDescription.xsd" "$schemas/ssp1/SystemStructureParameterValues.xsd"; do
  [ -r "$needed" ] || { echo "there is no $needed"; exit 77; }
done
command -v xmllint >/dev/null || { echo "there is no xmllint"; exit 77; }

rm -rf "$scratch"
mkdir -p "$scratch/made"
trap 'rm -rf "$scratch"' EXIT

valid() { # SCHEMA FILE ARCHIVE
  xmllint --noout --nonet --schema "$1" "$2" >"$scratch/log" 2>&1 || { echo "$3:"; cat "$scratch/log"; exit 1; }
  checked=$((checked + 1))
}
checked=0

for file in "$source"/docs/mechanisms/*.json "$source"/docs/circuits/*.json; do
  name=$(basename "$file" .json)
  case $(sed -n 's/.*"type": *"\([a-z]*\)".*/\1/p' "$file" | head -n 1) in
  system)
    "$build/paso" export --system "$file" --output "$scratch/made/$name.ssp" >/dev/null
    "$build/paso" export --system "$file" --whole --output "$scratch/made/$name-whole.fmu" >/dev/null
    ;;
  *) "$build/paso" export "$file" --output "$scratch/made/$name.fmu" >/dev/null ;;
  esac
done

types=$build/tests/fmus/types.fmu
"$build/paso" connect "one=$types" "two=$types" --link one.real_out=two.real_in --link one.integer_out=two.integer_in \
  --link one.colour_out=two.colour_in --link one.boolean_out=two.boolean_in --link one.string_out=two.string_in \
  --link one.real_twice_offset=two.real_offset --system-input push=one.real_in --system-output pull=two.real_out \
  --output "$scratch/made/connected.ssp" >/dev/null

for archive in "$build"/fmus/*.fmu "$build"/systems/*.ssp "$scratch"/made/*; do
  rm -rf "$scratch/in"
  mkdir "$scratch/in"
  (cd "$scratch/in" && cmake -E tar xf "$archive")
  case $archive in
  *.fmu) valid "$fmi" "$scratch/in/modelDescription.xml" "$archive" ;;
  *.ssp) valid "$schemas/ssp1/SystemStructureDescription.xsd" "$scratch/in/SystemStructure.ssd" "$archive" ;;
  esac
  for values in "$scratch"/in/*.ssv "$scratch"/in/resources/*.ssv; do
    [ ! -f "$values" ] || valid "$schemas/ssp1/SystemStructureParameterValues.xsd" "$values" "$archive"
  done
  for fmu in "$scratch"/in/resources/*.fmu; do
    [ -f "$fmu" ] || continue
    mkdir -p "$scratch/fmu"
    (cd "$scratch/fmu" && cmake -E tar xf "$fmu" modelDescription.xml)
    valid "$fmi" "$scratch/fmu/modelDescription.xml" "$archive: $(basename "$fmu")"
  done
done
echo "$checked documents are valid"

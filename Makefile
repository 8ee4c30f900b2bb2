# A thin front for CMake: every target installs what it needs (Debian packages), builds, and can be called again and again.
# A stage prints one line, and all that it said where it fails; V=1 shows everything.
BUILD    := build
JOBS     := $(shell nproc)
PREFIX   := /usr/local
FUZZ_SECONDS := 60
FUZZ_SEED := 0
SOURCES   = $(shell git ls-files '*.c' '*.h')
STAGE    := sh cmake/stage.sh

# $(call configure,FOLDER,OPTIONS), $(call compile,FOLDER,TARGETS), and the tests of a folder.
configure = $(STAGE) "configuring $1" $1/configure.log cmake -S . -B $1 $2
compile   = $(STAGE) "building $1 (minutes, the first time)" $1/build.log cmake --build $1 -j $(JOBS) $(if $2,--target $2)
# One test more than there are cores: some wait most of their time, for FMUs that hang.
try       = cd $1 && ctest --output-on-failure -j $$(($(JOBS) + 1)) $2

.PHONY: all product everywhere everywhere-test install uninstall deb run test test-long quick python test-build check sanitize coverage format clean bench faults fuzz packages-build packages-test packages-check packages-fuzz packages-deb packages-everywhere packages-everywhere-test

all: product

# What users get: the program, its FMUs and systems. Nothing of it needs what the tests need. A folder that has the tests keeps them.
product: packages-build
	@$(call configure,$(BUILD),$$(test -f $(BUILD)/tests/CTestTestfile.cmake || echo -DBUILD_TESTING=OFF))
	@$(call compile,$(BUILD),product)

# Into PREFIX (/usr/local): the program, the library and what belongs to them. The folder can be moved afterwards.
install: product
	@sh cmake/install.sh install $(BUILD) "$(PREFIX)"

# Debian packages into build-deb/, from a copy of the tree.
deb: packages-deb
	@$(STAGE) "building the Debian packages in $(BUILD)-deb (minutes)" $(BUILD)-deb/build.log sh cmake/deb.sh $(BUILD)-deb
	@ls $(BUILD)-deb/*.deb

uninstall:
	@sh cmake/install.sh uninstall "$(PREFIX)"

# The published cases that are quick to run, compared; the report is build/report/index.html.
run: product
	@echo "running the published cases"
	@$(BUILD)/paso bench --quick --report $(BUILD)/report

# The program and its FMUs with binaries for Windows and ARM, too (docs/install.md); later calls of the other targets keep them.
everywhere: packages-everywhere
	@$(call configure,$(BUILD),-DPASO_EVERYWHERE=ON $$(test -f $(BUILD)/tests/CTestTestfile.cmake || echo -DBUILD_TESTING=OFF))
	@$(call compile,$(BUILD),product)

# They compute there what they compute here: under wine and qemu.
everywhere-test: packages-everywhere-test
	@$(call configure,$(BUILD),-DPASO_EVERYWHERE=ON -DBUILD_TESTING=ON)
	@$(call compile,$(BUILD))
	@$(call try,$(BUILD),-R everywhere)

bench: product
	@$(BUILD)/paso bench --report $(BUILD)/report

test-build: packages-test
	@$(call configure,$(BUILD),-DBUILD_TESTING=ON)
	@$(call compile,$(BUILD))

test: test-build
	@$(call try,$(BUILD),-LE long)

# Whole cases and sweeps, of which `make test` has a part.
test-long: test-build
	@$(call try,$(BUILD),-L long)

# Without the tests of two seconds and more.
quick: test-build
	@$(call try,$(BUILD),-L quick)

# The Python package on the library that is built here: its tests, and the tutorial.
python: test-build
	@$(call try,$(BUILD),-R test_python)
	@echo "to use it from here: export PYTHONPATH=$(CURDIR)/python PASO_LIBRARY=$(CURDIR)/$(BUILD)/libpaso.so.0"

# Format, static analysis, and builds of two compilers with warnings as errors: gcc's is the build folder, so that `make test` goes on with it.
check: packages-check
	@clang-format --dry-run --Werror $(SOURCES)
	@cppcheck --quiet --std=c11 --language=c --enable=warning,performance,portability --inline-suppr \
	  --error-exitcode=1 -j $(JOBS) --suppressions-list=cmake/cppcheck-suppressions.txt \
	  -I. $(filter %.c,$(SOURCES))
	@$(call configure,$(BUILD),-DPASO_WERROR=ON -DBUILD_TESTING=ON)
	@$(call compile,$(BUILD))
	@$(call configure,$(BUILD)-check-clang,-DPASO_WERROR=ON -DPASO_LTO=OFF -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug \
	  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
	@$(call compile,$(BUILD)-check-clang)
	@$(STAGE) "clang-tidy" $(BUILD)-check-clang/tidy.log \
	  run-clang-tidy -quiet -p $(BUILD)-check-clang -j $(JOBS) '^(?!.*/(tests|docs|build[^/]*)/).*\.c$$'

# The suite under AddressSanitizer and UndefinedBehaviorSanitizer, but for tests that have nothing for them; what has several threads also under ThreadSanitizer. The option keeps the
# leak checker away from thread-local storage of loaded libraries: where such a block begins 16 bytes into a page, it reads a header that is not there, and ends.
sanitize: packages-test
	@$(call configure,$(BUILD)-sanitize,-DPASO_SANITIZE=ON -DPASO_LTO=OFF -DCMAKE_BUILD_TYPE=RelWithDebInfo)
	@$(call compile,$(BUILD)-sanitize)
	@export ASAN_OPTIONS=intercept_tls_get_addr=0; $(call try,$(BUILD)-sanitize,-LE 'long|apart')
	@$(call configure,$(BUILD)-threads,-DPASO_SANITIZE_THREADS=ON -DPASO_LTO=OFF -DCMAKE_BUILD_TYPE=RelWithDebInfo)
	@$(call compile,$(BUILD)-threads,thread_tests)
	@$(call try,$(BUILD)-threads,-L threads)

# What the tests run of the product: lines and branches by room, and the functions that they leave out.
coverage: packages-test
	@$(call configure,$(BUILD)-coverage,-DPASO_COVERAGE=ON -DCMAKE_BUILD_TYPE=Debug)
	@$(call compile,$(BUILD)-coverage)
	@find $(BUILD)-coverage -name '*.gcda' -delete
	@$(call try,$(BUILD)-coverage,--timeout 3600)
	@python3 cmake/coverage.py . $(BUILD)-coverage

# Every allocation, write, fsync, rename, mmap and fork fails in turn, then processes are killed; tests/faults says what is promised.
faults: test-build
	@python3 tests/faults/faults.py $(BUILD) . $(BUILD)/tests/faults/faults.so
	@python3 tests/faults/kills.py $(BUILD) .

# Readers of what others have written under libFuzzer, each for FUZZ_SECONDS, as many at a time as there are processors; findings stay in
# build-fuzz/. `system` reads .ssd, .ssv and .ssm. Each time begins elsewhere (FUZZ_SEED=0), or at the same place (FUZZ_SEED=1).
FUZZERS := archive description system mechanism circuit assembly expression csv options answers
fuzz: packages-fuzz
	@$(call configure,$(BUILD)-fuzz,-DPASO_FUZZ=ON -DPASO_LTO=OFF -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo)
	@$(call compile,$(BUILD)-fuzz,$(FUZZERS:%=fuzz_%))
	@mkdir -p $(FUZZERS:%=$(BUILD)-fuzz/corpus/%)
	@printf '%s\n' $(FUZZERS) | xargs -P $(JOBS) -I{} $(STAGE) "fuzzing {} for $(FUZZ_SECONDS) s" $(BUILD)-fuzz/{}.log \
	  $(BUILD)-fuzz/tests/fuzz/fuzz_{} -seed=$(FUZZ_SEED) -max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=2048 \
	    -artifact_prefix=$(BUILD)-fuzz/{}- -print_final_stats=1 -dict=tests/fuzz/words.dict \
	    $(BUILD)-fuzz/corpus/{} tests/fuzz/{}
	@grep -H number_of_executed_units $(FUZZERS:%=$(BUILD)-fuzz/%.log) || true

format: packages-check
	@clang-format -i $(SOURCES)

clean:
	@rm -rf $(BUILD) $(addprefix $(BUILD)-,check-clang sanitize threads coverage fuzz deb)

packages-build packages-test packages-check packages-fuzz packages-deb packages-everywhere packages-everywhere-test:
	@sh cmake/install-packages.sh $(@:packages-%=%)

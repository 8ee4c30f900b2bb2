# A thin front for CMake: every target installs what it needs (Debian packages), builds, and can be called again and again.
BUILD    := build
JOBS     := $(shell nproc)
FUZZ_SECONDS := 600
SOURCES   = $(shell git ls-files '*.c' '*.h')

.PHONY: all run test check sanitize format clean bench fuzz packages-build packages-test packages-check packages-fuzz

all: packages-build
	@cmake -S . -B $(BUILD)
	@cmake --build $(BUILD) -j $(JOBS)

# The published cases that are quick to run, compared; the report is build/report/index.html.
run: all
	@$(BUILD)/paso bench --quick --report $(BUILD)/report

bench: all
	@$(BUILD)/paso bench --report $(BUILD)/report

test: packages-test all
	@cd $(BUILD) && ctest --output-on-failure -j $(JOBS)

# Format, static analysis, and a build with warnings as errors.
check: packages-check
	@clang-format --dry-run --Werror $(SOURCES)
	@cppcheck --quiet --std=c11 --language=c --enable=warning,performance,portability --inline-suppr \
	  --error-exitcode=1 -j $(JOBS) --suppressions-list=cmake/cppcheck-suppressions.txt \
	  $(addprefix -I,$(sort $(dir $(filter %.h,$(SOURCES))))) $(filter %.c,$(SOURCES))
	@cmake -S . -B $(BUILD)-check -DPASO_WERROR=ON
	@cmake --build $(BUILD)-check -j $(JOBS)

# The whole suite under AddressSanitizer and UndefinedBehaviorSanitizer.
sanitize: packages-test
	@cmake -S . -B $(BUILD)-sanitize -DPASO_SANITIZE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo
	@cmake --build $(BUILD)-sanitize -j $(JOBS)
	@cd $(BUILD)-sanitize && ctest --output-on-failure -j $(JOBS)

# Readers of foreign files under libFuzzer, all together for FUZZ_SECONDS; findings stay in build-fuzz/.
FUZZERS := archive description system mechanism
fuzz: packages-fuzz
	@cmake -S . -B $(BUILD)-fuzz -DPASO_FUZZ=ON -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo
	@cmake --build $(BUILD)-fuzz -j $(JOBS) --target $(FUZZERS:%=fuzz_%)
	@set -e; for name in $(FUZZERS); do mkdir -p $(BUILD)-fuzz/corpus/$$name; \
	  $(BUILD)-fuzz/tests/fuzz/fuzz_$$name -max_total_time=$$(($(FUZZ_SECONDS) / $(words $(FUZZERS)))) -timeout=20 \
	    -rss_limit_mb=4096 -artifact_prefix=$(BUILD)-fuzz/$$name- -print_final_stats=1 \
	    -dict=tests/fuzz/words.dict $(BUILD)-fuzz/corpus/$$name tests/fuzz/$$name; done

format: packages-check
	@clang-format -i $(SOURCES)

clean:
	@rm -rf $(BUILD) $(BUILD)-check $(BUILD)-sanitize $(BUILD)-fuzz

packages-build packages-test packages-check packages-fuzz:
	@sh cmake/install-packages.sh $(@:packages-%=%)

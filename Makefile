# A thin front for CMake: every target installs what it needs (Debian packages), builds, and can be called again and again.
BUILD    := build
JOBS     := $(shell nproc)
SOURCES   = $(shell git ls-files '*.c' '*.h')

.PHONY: all run test check sanitize format clean bench fuzz packages-build packages-test packages-check

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

format: packages-check
	@clang-format -i $(SOURCES)

clean:
	@rm -rf $(BUILD) $(BUILD)-check $(BUILD)-sanitize $(BUILD)-fuzz

packages-build packages-test packages-check:
	@sh cmake/install-packages.sh $(@:packages-%=%)

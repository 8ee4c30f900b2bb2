/* The release, and the commit that it was built from. cmake/version.cmake writes the constants when something is built. */
#ifndef PASO_VERSION_H
#define PASO_VERSION_H

/* "0.1.0 (commit 1a2b3c4d5e6f)", "... , changed)" where files differ from the commit, "0.1.0" where the commit is unknown. */
const char *version_text(void);

/* Of the commit, "2026-01-31"; empty where it is unknown. */
const char *version_date(void);

#endif

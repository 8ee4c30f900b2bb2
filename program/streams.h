/* The program's standard streams: a failed write to standard output is a failed command, whatever else went well. */
#ifndef PASO_STREAMS_H
#define PASO_STREAMS_H

/* At the very beginning. A stream that is closed gets a stand-in, so that no file of ours takes its number; a reader that goes away ends the
 * program (SIGPIPE), a file that may not grow is an error of the write (no SIGXFSZ). */
void streams_prepare(void);

/* At the very end: the exit status, where everything that was printed has been taken; else 1, with a message. */
int streams_finish(int status);

#endif

#include "program/streams.h"
#include "program/program_messages.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void streams_prepare(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) /* standard output can only be read from: writing fails */
            open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
}

int streams_finish(int status)
{
    errno = 0;
    const bool taken = fflush(stdout) == 0 && !ferror(stdout);
    const int why = errno ? errno : EIO;
    if (taken || status) /* what failed was said */
        return status;
    struct error error = {0};
    error_raise(&error, ERROR_OUTPUT, strerror(why));
    fprintf(stderr, "paso: %s\n", error.text);
    return error_exit_status(&error);
}

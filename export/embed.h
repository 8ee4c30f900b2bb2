/* Files that the build made or found, carried inside of the program: EMBED(name, "path") gives name and name_end; a zero
 * follows, so that a text is a string. */
#ifndef PASO_EMBED_H
#define PASO_EMBED_H

#define EMBED(symbol, path)                                                                                            \
    __asm__(".section .rodata\n.balign 16\n" #symbol ":\n.incbin \"" path "\"\n" #symbol                               \
            "_end:\n.byte 0\n.previous\n");                                                                            \
    extern const unsigned char symbol[], symbol##_end[]

#endif

# cmake -DFROM=style.css -DNAME=page_style -DTO=style.c -P embed.cmake: a text file as a C string.
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "(char)0x\\1," bytes "${bytes}")
file(WRITE ${TO} "extern const char ${NAME}[];\nconst char ${NAME}[] = {${bytes}0};\n")

/* Writes the mechanism file of the N-loop four-bar linkage (Gonzalez, Masarati, Cuadrado, Naya 2017) for any N: joints A_i at
 * (i, 0), rods A_i-B_i and B_{i-1}-B_i of 1 m and 1 kg, a spring and a damper from A_{i-1} to B_i. Usage: N FILE [released]. It starts
 * in its equilibrium or, released, where its rods stand at 2.2 rad. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_bodies(FILE *f, int n)
{
    for (int i = 0; i <= n; i++) {
        if (i > 0)
            fprintf(f,
                    "    \"coupler%d\": {\"mass\": \"m\", \"com\": [\"l/2\", 0, 0], "
                    "\"inertia\": [0, \"m*l^2/12\", \"m*l^2/12\", 0, 0, 0]},\n",
                    i);
        fprintf(f,
                "    \"rod%d\": {\"mass\": \"m\", \"com\": [\"l/2\", 0, 0], "
                "\"inertia\": [0, \"m*l^2/12\", \"m*l^2/12\", 0, 0, 0]}%s\n",
                i, i < n ? "," : "");
    }
}

static void write_joints(FILE *f, int n)
{
    for (int i = 0; i <= n; i++) {
        if (i > 0)
            fprintf(f,
                    "    \"B%d\": {\"type\": \"revolute\", \"parent\": \"rod%d\", \"child\": \"coupler%d\", "
                    "\"at\": [\"l\", 0, 0], \"axis\": [0, 0, 1], \"start\": \"-phi\"},\n",
                    i - 1, i - 1, i);
        fprintf(f,
                "    \"A%d\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"rod%d\", "
                "\"at\": [%d, 0, 0], \"axis\": [0, 0, 1], \"start\": \"phi\"}%s\n",
                i, i, i, i < n ? "," : "");
    }
}

static void write_loops(FILE *f, int n)
{
    for (int i = 1; i <= n; i++)
        fprintf(f,
                "    \"cut%d\": {\"type\": \"revolute\", \"a\": {\"body\": \"coupler%d\", \"at\": [\"l\", 0, 0], "
                "\"axis\": [0, 0, 1]}, \"b\": {\"body\": \"rod%d\", \"at\": [\"l\", 0, 0], \"axis\": [0, 0, 1]}}%s\n",
                i, i, i, i < n ? "," : "");
}

static void write_springs(FILE *f, int n)
{
    for (int i = 1; i <= n; i++)
        fprintf(
            f,
            "    \"spring%d\": {\"from\": {\"body\": \"ground\", \"at\": [%d, 0, 0]}, \"to\": {\"body\": \"rod%d\", "
            "\"at\": [\"l\", 0, 0]}, \"stiffness\": \"k\", \"length\": \"l_0\", \"damping\": \"c\"}%s\n",
            i, i - 1, i, i < n ? "," : "");
}

int main(int argc, char **argv)
{
    const bool released = argc == 4 && strcmp(argv[3], "released") == 0;
    const int n = argc == 3 || released ? (int)strtol(argv[1], NULL, 10) : 0;
    if (n < 1 || n > 1000) {
        fprintf(stderr, "usage: %s N FILE [released], N from 1 to 1000\n", argv[0]);
        return 2;
    }
    FILE *f = fopen(argv[2], "w");
    if (!f) {
        perror(argv[2]);
        return 1;
    }
    fprintf(f,
            "{\n  \"comment\": \"N-loop four-bar linkage, N = %d; it starts %s\",\n"
            "  \"type\": \"mechanism\",\n  \"name\": \"NLoop%d%s\",\n  \"description\": \"Four-bar linkage of %d loops "
            "with springs\",\n"
            "  \"constants\": {\"m\": 1, \"l\": 1, \"k\": 25, \"l_0\": \"sqrt(2)\", \"c\": 0, \"phi\": 2.2},\n"
            "  \"gravity\": [0, -9.81, 0],\n  \"start\": \"%s\",\n  \"bodies\": {\n",
            n, released ? "where it is held" : "in its equilibrium", n, released ? "Released" : "", n,
            released ? "given" : "equilibrium");
    write_bodies(f, n);
    fputs("  },\n  \"joints\": {\n", f);
    write_joints(f, n);
    fputs("  },\n  \"loops\": {\n", f);
    write_loops(f, n);
    fputs("  },\n  \"springs\": {\n", f);
    write_springs(f, n);
    fputs("  },\n  \"independent\": [\"A0\"]\n}\n", f);
    if (fclose(f) != 0) {
        perror(argv[2]);
        return 1;
    }
    return 0;
}

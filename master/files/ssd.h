/* A SystemStructure.ssd as data, and its text: plain SSP 1.0. Annotations tell other tools the step size where they look for it;
 * no tool needs them. */
#ifndef PASO_SSD_H
#define PASO_SSD_H

#include "master/import/description.h"

#include <stdio.h>

struct ssd_connector {
    const char *name, *description;
    enum fmi_causality kind; /* input, output, parameter or calculatedParameter */
    enum fmi_type type;
    const char *unit;        /* of a Real, or NULL */
    const char *enumeration; /* of an Enumeration: its name */
};

struct ssd_component {
    const char *name, *source, *description;
    const char *type; /* of the source */
    const struct ssd_connector *connectors;
    size_t n_connectors;
};

struct ssd_connection { /* an element that is NULL is the system itself */
    const char *start_element, *start_connector, *end_element, *end_connector;
};

struct ssd_power_port { /* as docs/systems.md says */
    const char *name, *effort, *flow, *work_delivered, *work_received;
};

struct ssd {
    const char *name, *description;
    const struct ssd_connector *connectors; /* of the system */
    size_t n_connectors;
    const struct ssd_component *components;
    size_t n_components;
    const struct ssd_connection *connections;
    size_t n_connections;
    const struct ssd_power_port *power_ports;
    size_t n_power_ports;
    const struct fmi_unit *units; /* those without base units are left out */
    size_t n_units;
    const struct fmi_enumeration *enumerations;
    size_t n_enumerations;
    double start_time, stop_time;
    double step_size; /* for other tools' fixed step masters */
};

void ssd_print(FILE *out, const struct ssd *ssd);

/* The text; the caller frees it. NULL when out of memory. */
char *ssd_text(const struct ssd *ssd, size_t *size);

#define SSD_FMU     "application/x-fmu-sharedlibrary"
#define SSD_PACKAGE "application/x-ssp-package"

#endif

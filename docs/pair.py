from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave


def load(path, name):
    description = read_model_description(path)
    fmu = FMU2Slave(guid=description.guid, unzipDirectory=extract(path), instanceName=name,
                    modelIdentifier=description.coSimulation.modelIdentifier)
    references = {v.name: v.valueReference for v in description.modelVariables}
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0)
    return fmu, lambda *names: [references[n] for n in names]


multibody, m = load('build/fmus/Manipulator.fmu', 'multibody')
hydraulics, h = load('build/fmus/ManipulatorHydraulics.fmu', 'hydraulics')
multibody.setInteger(m('coupling'), [2])        # pressures drive the mechanism
hydraulics.setInteger(h('manoeuvre'), [1])      # M1

# Initialization: the hydraulics start in equilibrium with the mechanism.
for fmu in (multibody, hydraulics):
    fmu.enterInitializationMode()
hydraulics.setReal(h('s', 'ds', 'f_h_static'), multibody.getReal(m('s', 'ds', 'f_h_static')))
multibody.setReal(m('p1', 'p2'), hydraulics.getReal(h('p1', 'p2')))
for fmu in (multibody, hydraulics):
    fmu.exitInitializationMode()

# Jacobi: exchange, then both step.
H = 1e-3
for k in range(10000):
    motion = multibody.getReal(m('s', 'ds'))
    pressures = hydraulics.getReal(h('p1', 'p2'))
    hydraulics.setReal(h('s', 'ds'), motion)
    multibody.setReal(m('p1', 'p2'), pressures)
    for fmu in (multibody, hydraulics):
        fmu.doStep(currentCommunicationPoint=k * H, communicationStepSize=H)

print('s(10 s) =', multibody.getReal(m('s'))[0])
for fmu in (multibody, hydraulics):
    fmu.terminate()
    fmu.freeInstance()

# oscillator_chain(LENGTH FILE): a system of that many masses, each held to the ground and drawn by a spring to the next one (the
# last by one to the first). Two of them are oscillator-ss; many show what a large system costs.
function(oscillator_chain length file)
  set(parameters)
  set(components)
  set(connections)
  foreach(i RANGE 1 ${length})
    math(EXPR next "${i} % ${length} + 1")
    math(EXPR speed "${i} * 37 % 101 - 50") # any, but different ones
    string(APPEND parameters
      "              <ssv:Parameter name=\"mass${i}.coupling\"><ssv:Integer value=\"2\"/></ssv:Parameter>\n"
      "              <ssv:Parameter name=\"mass${i}.dx_0\"><ssv:Real value=\"${speed}\"/></ssv:Parameter>\n")
    string(APPEND components
      "      <ssd:Component name=\"mass${i}\" source=\"resources/OscillatorMass.fmu\" type=\"application/x-fmu-sharedlibrary\">\n"
      "        <ssd:Connectors>\n"
      "          <ssd:Connector name=\"x_c\" kind=\"input\"><ssc:Real unit=\"m\"/></ssd:Connector>\n"
      "          <ssd:Connector name=\"dx_c\" kind=\"input\"><ssc:Real unit=\"m/s\"/></ssd:Connector>\n"
      "          <ssd:Connector name=\"x\" kind=\"output\"><ssc:Real unit=\"m\"/></ssd:Connector>\n"
      "          <ssd:Connector name=\"dx\" kind=\"output\"><ssc:Real unit=\"m/s\"/></ssd:Connector>\n"
      "        </ssd:Connectors>\n"
      "      </ssd:Component>\n")
    foreach(value x dx)
      string(APPEND connections "      <ssd:Connection startElement=\"mass${next}\" startConnector=\"${value}\""
        " endElement=\"mass${i}\" endConnector=\"${value}_c\"/>\n")
    endforeach()
  endforeach()
  configure_file(${CMAKE_CURRENT_SOURCE_DIR}/oscillator/chain.ssd.in ${file} @ONLY)
endfunction()

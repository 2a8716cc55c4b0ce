# cmake -DOUT=file -DFILES="a;b" -P Bundle.cmake: the files one after the other, each behind a line with its name.
set(all "")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND all "###### ${name}\n${text}")
endforeach()
file(WRITE ${OUT} "${all}")

#include "llm/curl_library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace fiducial::llm {
namespace {

template <class Function>
void find(void* library, const char* name, Function& out) {
  void* found = ::dlsym(library, name);
  if (found == nullptr) throw std::runtime_error(std::string("expected a newer libcurl: it has no ") + name);
  out = reinterpret_cast<Function>(found);
}

CurlLibrary load() {
  void* library = ::dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw std::runtime_error("language models need libcurl (libcurl.so.4), which is not installed here");
  CurlLibrary curl{};
  decltype(&::curl_global_init) global_init = nullptr;
  find(library, "curl_global_init", global_init);
  find(library, "curl_easy_init", curl.easy_init);
  find(library, "curl_easy_reset", curl.easy_reset);
  find(library, "curl_easy_cleanup", curl.easy_cleanup);
  find(library, "curl_easy_setopt", curl.easy_setopt);
  find(library, "curl_easy_getinfo", curl.easy_getinfo);
  find(library, "curl_easy_strerror", curl.easy_strerror);
  find(library, "curl_slist_append", curl.slist_append);
  find(library, "curl_slist_free_all", curl.slist_free_all);
  find(library, "curl_multi_init", curl.multi_init);
  find(library, "curl_multi_cleanup", curl.multi_cleanup);
  find(library, "curl_multi_add_handle", curl.multi_add_handle);
  find(library, "curl_multi_remove_handle", curl.multi_remove_handle);
  find(library, "curl_multi_perform", curl.multi_perform);
  find(library, "curl_multi_poll", curl.multi_poll);
  find(library, "curl_multi_info_read", curl.multi_info_read);
  global_init(CURL_GLOBAL_DEFAULT);
  return curl;
}

}  // namespace

const CurlLibrary& curl() {
  static const CurlLibrary library = load();
  return library;
}

}  // namespace fiducial::llm

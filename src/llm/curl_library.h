// libcurl, loaded when the first request is made. Linked in the usual way, it and the forty libraries behind it would
// cost every start of the program several milliseconds, also where no language model is asked (docs/benchmarks.md).
#pragma once

#include <curl/curl.h>

namespace fiducial::llm {

// The functions that the transport uses, by their names without "curl_".
struct CurlLibrary {
  decltype(&::curl_easy_init) easy_init;
  decltype(&::curl_easy_reset) easy_reset;
  decltype(&::curl_easy_cleanup) easy_cleanup;
  decltype(&::curl_easy_setopt) easy_setopt;
  decltype(&::curl_easy_getinfo) easy_getinfo;
  decltype(&::curl_easy_strerror) easy_strerror;
  decltype(&::curl_slist_append) slist_append;
  decltype(&::curl_slist_free_all) slist_free_all;
  decltype(&::curl_multi_init) multi_init;
  decltype(&::curl_multi_cleanup) multi_cleanup;
  decltype(&::curl_multi_add_handle) multi_add_handle;
  decltype(&::curl_multi_remove_handle) multi_remove_handle;
  decltype(&::curl_multi_perform) multi_perform;
  decltype(&::curl_multi_poll) multi_poll;
  decltype(&::curl_multi_info_read) multi_info_read;
};

// std::runtime_error if the library is not installed.
const CurlLibrary& curl();

}  // namespace fiducial::llm

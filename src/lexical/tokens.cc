// The three simple tokenizers; the Penn Treebank one has a file of its own, ptb.cc.
#include "lexical/tokens.h"

#include "lexical/porter.h"
#include "lexical/utf8.h"

namespace fiducial::lexical {

namespace {

constexpr char32_t kelvin_sign = 0x212A;  // its lower case is an ASCII k

// mteval-v13a puts these apart wherever they stand: all ASCII punctuation but ' , - .
bool stands_alone(char c) {
  return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') ||
         (c >= ':' && c <= '@') || c == '/';
}

bool is_point(char c) {
  return c == '.' || c == ',';
}

bool is_figure(char c) {
  return is_ascii(c, ascii_digit);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::size_t at = text.find(from);
  if (at == std::string::npos) return;
  std::string out;
  std::size_t copied = 0;
  for (; at != std::string::npos; at = text.find(from, copied)) {
    out.append(text, copied, at - copied).append(to);
    copied = at + from.size();
  }
  out.append(text, copied, std::string::npos);
  text.swap(out);
}

void strip_right(std::string_view& text) {
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (last > 0 && (static_cast<unsigned char>(text[last]) & 0xC0U) == 0x80) --last;
    if (!is_space(decode(text, last).code)) return;
    text = text.substr(0, last);
  }
}

// What sacrebleu does to a line before its patterns.
void prepare_13a(std::string& line) {
  replace_all(line, "<skipped>", "");
  replace_all(line, "-\n", "");
  if (line.find('&') == std::string::npos) return;
  replace_all(line, "&quot;", "\"");
  replace_all(line, "&amp;", "&");
  replace_all(line, "&lt;", "<");
  replace_all(line, "&gt;", ">");
}

// The four substitutions, each over the result of the one before. Like a regular expression's, the matches of one do
// not overlap: a character that a match has taken cannot begin the next, which shows in runs such as "..,".
// A pattern's "not a figure" is one character; its last byte stands for it, since spaces go after it.
void separate_punctuation(const std::string& in, std::string& out) {
  for (const char c : in) {
    if (stands_alone(c) || c == '\n') {
      out.push_back(' ');
      if (c != '\n') out.append({c, ' '});
    } else {
      out.push_back(c);
    }
  }
}

void separate_points_after_nonfigures(const std::string& in, std::string& out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    out.push_back(in[i]);
    if (!is_figure(in[i]) && i + 1 < in.size() && is_point(in[i + 1])) out.append({' ', in[++i], ' '});
  }
}

void separate_points_before_nonfigures(const std::string& in, std::string& out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (is_point(in[i]) && i + 1 < in.size() && !is_figure(in[i + 1])) {
      out.append({' ', in[i], ' ', in[i + 1]});
      ++i;
    } else {
      out.push_back(in[i]);
    }
  }
}

void separate_dashes_after_figures(const std::string& in, std::string& out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    out.push_back(in[i]);
    if (is_figure(in[i]) && i + 1 < in.size() && in[i + 1] == '-') out.append({' ', in[++i], ' '});
  }
}

}  // namespace

void split_space(std::string_view text, Words& out) {
  std::string& buffer = out.buffer();
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && !is_beyond_ascii(text[end]) && !is_ascii(text[end], ascii_space)) ++end;
    buffer.append(text.substr(i, end - i));
    i = end;
    if (i == text.size()) break;
    const Character here = decode(text, i);
    if (is_space(here.code)) {
      out.close();
    } else {
      buffer.append(text.substr(i, here.bytes));
    }
    i += here.bytes;
  }
  out.close();
}

void split_rouge(std::string_view text, bool stemmed, Words& out) {
  std::string& buffer = out.buffer();
  std::size_t begin = buffer.size();
  const auto close = [&] {
    // rouge-score stems words of more than three characters.
    if (stemmed && buffer.size() - begin > 3) {
      const std::string stemmed_word = stem(std::string_view(buffer).substr(begin));
      buffer.replace(begin, std::string::npos, stemmed_word);
    }
    out.close();
    begin = buffer.size();
  };
  for (std::size_t i = 0; i < text.size();) {
    if (is_ascii(text[i], ascii_alnum)) {
      buffer.push_back(lower_ascii(text[i++]));
      continue;
    }
    const Character here = decode(text, i);
    i += here.bytes;
    if (here.code == kelvin_sign) {
      buffer.push_back('k');
      continue;
    }
    if (here.code == capital_i_with_dot) buffer.push_back('i');
    close();
  }
  close();
}

void split_13a(std::string_view text, Words& out) {
  thread_local std::string line;
  thread_local std::string next;
  strip_right(text);
  line.assign(text);
  prepare_13a(line);
  line.insert(line.begin(), ' ');
  line.push_back(' ');
  for (const auto step : {separate_punctuation, separate_points_after_nonfigures, separate_points_before_nonfigures,
                          separate_dashes_after_figures}) {
    next.clear();
    step(line, next);
    line.swap(next);
  }
  split_space(line, out);
}

}  // namespace fiducial::lexical

#include "lexicon/source.h"

#include <algorithm>
#include <unordered_map>

namespace fiducial::lexicon {

namespace {

std::string_view trim(std::string_view s) {
  const auto space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!s.empty() && space(s.front())) s.remove_prefix(1);
  while (!s.empty() && space(s.back())) s.remove_suffix(1);
  return s;
}

std::vector<std::string_view> split(std::string_view s, char by) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t at = s.find(by);
    out.push_back(trim(s.substr(0, at)));
    if (at == std::string_view::npos) return out;
    s.remove_prefix(at + 1);
  }
}

Section section_named(std::string_view name) {
  if (name == "anatomy") return Section::anatomy;
  if (name == "observation") return Section::observation;
  if (name == "attribute") return Section::attribute;
  if (name == "modifier") return Section::modifier;
  if (name == "cue") return Section::cue;
  if (name == "heading") return Section::heading;
  if (name == "hint") return Section::hint;
  if (name == "level") return Section::level;
  if (name == "error") return Section::error;
  if (name == "context") return Section::context;
  if (name == "sign") return Section::sign;
  return Section::none;
}

// "hyperdensity%density.high", "rul@@right", "cardiomegaly@heart"
SourceForm parse_form(std::string_view raw) {
  SourceForm form;
  std::size_t at = raw.find_first_of("@%");
  form.text = trim(raw.substr(0, at));
  while (at != std::string_view::npos) {
    const bool side = raw.substr(at, 2) == "@@";
    const char mark = raw[at];
    const std::size_t begin = at + (side ? 2 : 1);
    at = raw.find_first_of("@%", begin);
    const std::string value(trim(raw.substr(begin, at == std::string_view::npos ? at : at - begin)));
    if (side) {
      form.side = value;
    } else if (mark == '@') {
      form.site = value;
    } else {
      form.modifiers.push_back(value);
    }
  }
  return form;
}

class Parser {
 public:
  Parser(Source& source, std::string file) : source_(source), file_(std::move(file)) {
    for (std::size_t i = 0; i < source_.concepts.size(); ++i) index_[source_.concepts[i].id] = i;
  }

  void run(std::string_view text) {
    std::string pending;
    std::size_t pending_line = 0;
    std::size_t number = 0;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      ++number;
      if (const std::size_t comment = line.find('#'); comment != std::string_view::npos) line = line.substr(0, comment);
      if (trim(line).empty()) continue;
      if (line.front() == ' ' || line.front() == '\t') {
        pending += ' ';
        pending += trim(line);
        continue;
      }
      flush(pending, pending_line);
      pending = trim(line);
      pending_line = number;
    }
    flush(pending, pending_line);
  }

 private:
  void complain(std::size_t line, std::string message, bool fatal = true) {
    source_.complaints.push_back({file_, line, std::move(message), fatal});
  }

  void flush(const std::string& logical, std::size_t line) {
    if (logical.empty()) return;
    if (logical.front() == '[') {
      section_ = section_named(trim(std::string_view(logical).substr(1, logical.find(']') - 1)));
      if (section_ == Section::none) complain(line, "expected a section such as [anatomy], found " + logical);
      return;
    }
    const auto fields = split(logical, '|');
    if (fields.size() != 3)
      return complain(line,
                      "expected: id | properties | form; form — found " + std::to_string(fields.size()) + " fields");
    if (section_ == Section::sign) {
      source_.signs.push_back({std::string(fields[0]), properties_of(fields[1], line), file_, line});
      return;
    }
    const bool adding = fields[0].starts_with('+');
    const std::string id(trim(fields[0].substr(adding ? 1 : 0)));
    concept_line(id, adding, fields[1], fields[2], line);
  }

  std::vector<Property> properties_of(std::string_view text, std::size_t line) const {
    std::vector<Property> out;
    for (std::string_view word : split(text, ' ')) {
      if (word.empty()) continue;
      const std::size_t eq = word.find('=');
      out.push_back({std::string(word.substr(0, eq)),
                     eq == std::string_view::npos ? "" : std::string(word.substr(eq + 1)), line, file_});
    }
    return out;
  }

  void concept_line(const std::string& id, bool adding, std::string_view properties, std::string_view forms,
                    std::size_t line) {
    if (section_ == Section::none) return complain(line, "expected a section line such as [anatomy] first");
    const auto found = index_.find(id);
    std::size_t at = 0;
    if (found == index_.end()) {
      at = source_.concepts.size();
      source_.concepts.push_back({id, adding ? Section::none : section_, {}, {}, file_, line, 0});
      index_[id] = at;
    } else {
      at = found->second;
      SourceConcept& known = source_.concepts[at];
      if (!adding) {
        if (known.section != Section::none) {
          complain(line,
                   "the concept " + id + " is defined already in " + known.file + ":" + std::to_string(known.line),
                   false);
        } else {
          known.section = section_;
          known.file = file_;
          known.line = line;
        }
      }
    }
    SourceConcept& here = source_.concepts[at];
    if (!adding && here.defined == 0) here.defined = ++source_.definitions;
    const std::vector<Property> found_here = properties_of(properties, line);
    here.properties.insert(here.properties.end(), found_here.begin(), found_here.end());
    std::vector<SourceForm> added;
    for (std::string_view raw : split(forms, ';')) {
      if (raw.empty()) continue;
      SourceForm form = parse_form(raw);
      form.line = line;
      form.file = file_;
      added.push_back(std::move(form));
    }
    // The first form of its definition names a concept, also if another table has added to it before.
    here.forms.insert(adding ? here.forms.end() : here.forms.begin(), std::make_move_iterator(added.begin()),
                      std::make_move_iterator(added.end()));
  }

  Source& source_;
  std::string file_;
  Section section_ = Section::none;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

void Source::add(const std::string& file, std::string_view text) {
  Parser(*this, file).run(text);
}

void Source::define_last() {
  constexpr std::size_t kBehindAll = std::size_t{1} << 32U;
  for (SourceConcept& c : concepts) {
    if (c.defined != 0) c.defined += kBehindAll;
  }
}

}  // namespace fiducial::lexicon

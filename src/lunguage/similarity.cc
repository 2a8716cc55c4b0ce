#include "lunguage/similarity.h"

#include "lunguage/values.h"

namespace fiducial::lunguage {

std::string meaning_of(const Row& row, Setting setting) {
  return folded(setting == Setting::sequential && !row.group.empty() ? row.group : phrase(row));
}

std::string attribute_text(const std::string& value) {
  return folded(without_prefixes(value));
}

std::uint32_t texts_of(const Row& row) {
  std::uint32_t has = 0;
  for (std::size_t i = 0; i < kTexts; ++i) has |= row.texts[i].empty() ? 0U : 1U << i;
  return has;
}

Prepared prepare(const Row& row, Setting setting, Texts& texts) {
  Prepared out{&row, 0, texts_of(row), {}};
  out.meaning = texts.meanings.add(meaning_of(row, setting));
  for (std::uint32_t left = out.has; left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    out.texts[i] = texts.attributes.add(attribute_text(row.texts[i]));
  }
  return out;
}

Components compare(const Prepared& pred, const Prepared& gold, Setting setting, Texts& texts, bool details) {
  Components parts;
  parts.semantic = texts.meanings.similarity(pred.meaning, gold.meaning);
  if (setting == Setting::sequential)
    parts.temporal = temporal(pred.row->sequence == gold.row->sequence, pred.row->episode == gold.row->episode);
  if (!details && parts.semantic * parts.temporal == 0) return parts;
  parts.structural = weighted_mean(
      *pred.row, pred.has, *gold.row, gold.has,
      [&](std::size_t i) { return texts.attributes.similarity(pred.texts[i], gold.texts[i]); },
      details ? &parts.attributes : nullptr);
  parts.total = parts.semantic * parts.temporal * parts.structural;
  return parts;
}

}  // namespace fiducial::lunguage

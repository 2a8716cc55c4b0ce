// The public entrance of the lexical baselines: names, and words to look at.
#include "lexical/metrics.h"
#include "lexical/tokens.h"

namespace fiducial::lexical {

const char* name_of(Tokens tokens) {
  return tokens == Tokens::ptb ? "ptb-lower" : "space";
}

const std::vector<std::string>& names() {
  static const std::vector<std::string> all = {"bleu",      "bleu1", "bleu2",  "bleu3",  "bleu4",
                                               "rougeL",    "cider", "rouge1", "rouge2", "rougeL-rouge-score",
                                               "sacrebleu", "meteor"};
  return all;
}

std::unique_ptr<Metric> make(std::string_view name, const Options& options) {
  if (name == "bleu") return make_bleu(0, options);
  for (std::size_t n = 1; n <= 4; ++n) {
    if (name == "bleu" + std::to_string(n)) return make_bleu(n, options);
  }
  if (name == "rougeL") return make_rouge_l(options);
  if (name == "cider") return make_cider(options);
  if (name == "rouge1") return make_rouge_n(1, options);
  if (name == "rouge2") return make_rouge_n(2, options);
  if (name == "rougeL-rouge-score") return make_rouge_score_l(options);
  if (name == "sacrebleu") return make_sacrebleu();
  if (name == "meteor") return make_meteor(options);
  return nullptr;
}

std::vector<std::string> tokenize(std::string_view text, Tokens tokens) {
  Words words;
  split(text, tokens, NoBreak::split, words);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) out.emplace_back(words[i]);
  return out;
}

}  // namespace fiducial::lexical

// `fiducial completion`: scripts for bash, zsh and fish, made from the tree of commands itself, so that they never lag
// behind it. All three work alike: they walk the words typed so far down the tree to find the command, then offer what
// the option before the cursor takes (its type name says: FILE, DIR, LIST or the words themselves), or else the
// command's options or its sub-commands.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/app.h"
#include "cli/terminal.h"

namespace fiducial::cli {
namespace {

struct Flag {
  std::string name;   // with its dashes
  std::string value;  // its type name; empty for a flag
  std::string about;
};

struct Node {
  std::string path;  // "fiducial radsem score"
  std::string about;
  std::vector<Flag> flags;
  std::vector<std::string> words;  // what its positional takes, if that is a choice
  std::vector<Node> commands;
};

std::vector<std::string> choices_of(const std::string& type) {
  return type.find('|') == std::string::npos ? std::vector<std::string>{} : CLI::detail::split(type, '|');
}

Node node_of(const CLI::App& app, const std::string& path) {
  Node node{path, app.get_description(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    const std::string type = option->get_expected_max() > 0 ? option->get_type_name() : "";
    for (const auto& name : option->get_lnames()) node.flags.push_back({"--" + name, type, option->get_description()});
    for (const auto& name : option->get_snames()) node.flags.push_back({"-" + name, type, option->get_description()});
    if (option->get_positional()) {
      for (const auto& word : choices_of(type)) node.words.push_back(word);
    }
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    node.commands.push_back(node_of(*command, path + " " + command->get_name()));
  }
  return node;
}

// Every node of the tree, the root first.
void flatten(const Node& node, std::vector<const Node*>& out) {
  out.push_back(&node);
  for (const Node& command : node.commands) flatten(command, out);
}

std::string last_word(const std::string& path) {
  return path.substr(path.rfind(' ') + 1);
}

// Replaces what the shell would read in single quotes; `quote` is how that shell writes a quote inside them.
std::string quoted(const std::string& text, const std::string& quote) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || (c == '\\' && quote == "\\'")) {
      out += c == '\'' ? quote : "\\\\";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string first_sentence(const std::string& text) {
  return text.substr(0, text.find_first_of(".(;:"));
}

std::vector<std::string> names_below(const Node& node) {
  std::vector<std::string> names = node.words;
  for (const Node& command : node.commands) names.push_back(last_word(command.path));
  return names;
}

std::vector<std::string> flag_names(const Node& node) {
  std::vector<std::string> names;
  for (const Flag& flag : node.flags) names.push_back(flag.name);
  return names;
}

// 'fiducial score'|'fiducial radsem'|…: the paths that a further word may lead to. Both bash's and zsh's `case` read
// it.
std::string paths_pattern(const std::vector<const Node*>& nodes) {
  std::string pattern;
  for (const Node* node : nodes) {
    if (node->path.find(' ') != std::string::npos)
      pattern += (pattern.empty() ? "" : "|") + quoted(node->path, "'\\''");
  }
  return pattern;
}

std::string metric_words() {
  return fmt::format("all {}", fmt::join(metric_names(), " "));
}

std::string bash_values(const Flag& flag) {
  if (flag.value == "FILE") return "COMPREPLY=($(compgen -f -- \"$cur\"))";
  if (flag.value == "DIR") return "COMPREPLY=($(compgen -d -- \"$cur\"))";
  if (flag.value == "LIST") {
    return fmt::format("COMPREPLY=($(compgen -P \"${{cur%\"${{cur##*,}}\"}}\" -W '{}' -- \"${{cur##*,}}\"))",
                       metric_words());
  }
  return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$cur\"))", fmt::join(choices_of(flag.value), " "));
}

std::string bash_script(const std::vector<const Node*>& nodes) {
  std::string out = "# bash completion for fiducial. Use it now:  source <(fiducial completion bash)\n_fiducial() {\n";
  out += "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path=fiducial i options= words=\n";
  out += fmt::format(
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n    case \"$path ${{COMP_WORDS[i]}}\" in\n      {}) path=\"$path "
      "${{COMP_WORDS[i]}}\" ;;\n    esac\n  done\n",
      paths_pattern(nodes));
  out += "  case \"$path $prev\" in\n";
  for (const Node* node : nodes) {
    for (const Flag& flag : node->flags) {
      if (!flag.value.empty())
        out += fmt::format("    '{} {}') {}; return ;;\n", node->path, flag.name, bash_values(flag));
    }
  }
  out += "  esac\n  case \"$path\" in\n";
  for (const Node* node : nodes) {
    out += fmt::format("    '{}') options='{}' words='{}' ;;\n", node->path, fmt::join(flag_names(*node), " "),
                       fmt::join(names_below(*node), " "));
  }
  out += "  esac\n  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n";
  out += "  elif [[ -n $words ]]; then\n    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n";
  out += "  else\n    COMPREPLY=($(compgen -f -- \"$cur\"))\n  fi\n}\n";
  return out + "complete -o filenames -F _fiducial fiducial\n";
}

std::string zsh_values(const Flag& flag) {
  if (flag.value == "FILE") return "_files";
  if (flag.value == "DIR") return "_files -/";
  if (flag.value == "LIST") return fmt::format("_values -s , metric {}", metric_words());
  const auto choices = choices_of(flag.value);
  return choices.empty() ? "_message value" : fmt::format("compadd -- {}", fmt::join(choices, " "));
}

// name:description, as _describe takes it; a colon in a description would end it, but first_sentence stops before one.
std::string zsh_item(const std::string& name, const std::string& about) {
  return quoted(fmt::format("{}:{}", name, first_sentence(about)), "'\\''");
}

std::string zsh_script(const std::vector<const Node*>& nodes) {
  std::string out =
      "#compdef fiducial\n# zsh completion for fiducial. Use it now:  source <(fiducial completion zsh)\n";
  out += "_fiducial() {\n  local at=fiducial word\n  local -a options names\n  for word in ${words[2,CURRENT-1]}; do\n";
  out +=
      fmt::format("    case \"$at $word\" in\n      {}) at=\"$at $word\" ;;\n    esac\n  done\n", paths_pattern(nodes));
  out += "  case \"$at ${words[CURRENT-1]}\" in\n";
  for (const Node* node : nodes) {
    for (const Flag& flag : node->flags) {
      if (!flag.value.empty())
        out += fmt::format("    '{} {}') {}; return ;;\n", node->path, flag.name, zsh_values(flag));
    }
  }
  out += "  esac\n  case \"$at\" in\n";
  for (const Node* node : nodes) {
    out += fmt::format("    '{}')\n      options=(", node->path);
    for (const Flag& flag : node->flags) out += "\n        " + zsh_item(flag.name, flag.about);
    out += "\n      )\n      names=(";
    for (const std::string& word : node->words) out += " " + word;
    for (const Node& command : node->commands) out += "\n        " + zsh_item(last_word(command.path), command.about);
    out += "\n      ) ;;\n";
  }
  out += "  esac\n  if [[ ${words[CURRENT]} == -* ]]; then\n    _describe option options\n";
  out += "  elif (( ${#names} )); then\n    _describe command names\n  else\n    _files\n  fi\n}\n";
  return out + "if [[ ${funcstack[1]} == _fiducial ]]; then _fiducial \"$@\"; else compdef _fiducial fiducial; fi\n";
}

std::string fish_values(const Flag& flag) {
  if (flag.value.empty()) return "";
  if (flag.value == "FILE") return " -r -F";
  if (flag.value == "DIR") return " -x -a '(__fish_complete_directories)'";
  if (flag.value == "LIST") return fmt::format(" -x -a '(__fish_append , {})'", metric_words());
  const auto choices = choices_of(flag.value);
  return choices.empty() ? " -x" : fmt::format(" -x -a '{}'", fmt::join(choices, " "));
}

std::string fish_script(const std::vector<const Node*>& nodes) {
  std::string out = "# fish completion for fiducial. Use it now:  fiducial completion fish | source\n";
  out +=
      "function __fiducial_at\n  set -l at fiducial\n  for word in (commandline -opc)[2..-1]\n    switch \"$at "
      "$word\"\n";
  out += "      case";
  for (const Node* node : nodes) {
    if (node->path.find(' ') != std::string::npos) out += " " + quoted(node->path, "\\'");
  }
  out += "\n        set at \"$at $word\"\n    end\n  end\n  test \"$at\" = \"$argv[1]\"\nend\n";
  for (const Node* node : nodes) {
    const std::string start = fmt::format("complete -c fiducial -n '__fiducial_at \"{}\"'", node->path);
    for (const std::string& word : node->words) out += fmt::format("{} -f -a {}\n", start, word);
    for (const Node& command : node->commands) {
      out += fmt::format("{} -f -a {} -d {}\n", start, last_word(command.path),
                         quoted(first_sentence(command.about), "\\'"));
    }
    for (const Flag& flag : node->flags) {
      const bool is_long = flag.name.starts_with("--");
      out += fmt::format("{} {} {} -d {}{}\n", start, is_long ? "-l" : "-s", flag.name.substr(is_long ? 2 : 1),
                         quoted(first_sentence(flag.about), "\\'"), fish_values(flag));
    }
  }
  return out;
}

int complete(const CLI::App& root, const std::string& shell) {
  const Node tree = node_of(root, "fiducial");
  std::vector<const Node*> nodes;
  flatten(tree, nodes);
  emit(shell == "bash" ? bash_script(nodes) : shell == "zsh" ? zsh_script(nodes) : fish_script(nodes));
  return kDone;
}

}  // namespace

void add_completion(Program& program) {
  auto shell = std::make_shared<std::string>();
  CLI::App& command = *program.app.add_subcommand("completion", "Print a completion script for a shell");
  value_name(command.add_option("shell", *shell, "The shell"), "bash|zsh|fish")->required();
  add_example(command, "source <(fiducial completion bash)");
  command.callback([&program, shell] { program.job = [&program, shell] { return complete(program.app, *shell); }; });
}

}  // namespace fiducial::cli

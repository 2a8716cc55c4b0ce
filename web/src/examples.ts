// The examples that the Try view starts from: those of the repository, by body part.
import lines from "../../examples/pairs.jsonl";

export interface Example {
  id: string;
  reference: string;
  candidate: string;
  group: string;
  title: string;
}

const kParts: Record<string, string> = {
  "cxr": "Chest X-ray",
  "ct-chest": "Chest CT",
  "ct-abdomen": "Abdominal CT",
  "mr-brain": "Brain MRI",
  "mr-spine": "Spine MRI",
  "mr-knee": "Knee MRI",
  "mr-prostate": "Prostate MRI",
  "mr-liver": "Liver MRI",
  "us-abdomen": "Abdominal ultrasound",
};

export const examples: Example[] = lines
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => {
    const pair = JSON.parse(line) as { id: string; reference: string; candidate: string };
    const part = Object.keys(kParts).find((prefix) => pair.id.startsWith(`${prefix}-`)) ?? "";
    return {
      ...pair,
      group: kParts[part] ?? "Other",
      title: pair.id.slice(part.length + 1).replaceAll("-", " "),
    };
  });

#!/usr/bin/env python3
"""Coded problems of Open-i reports against the rows that `fiducial lunguage structure` reads from them.

For each of the codes in openi_codes.csv: the share of reports with that code in which a positive entity, with its
attributes, fits the code's pattern (recall). On reports coded normal: the share of rows that are not positive findings.

    fiducial lunguage structure reports.csv -o rows.csv
    bench/openi_codes.py reports.csv rows.csv
"""
import collections
import csv
import pathlib
import re
import sys

ATTRIBUTES = ("location", "morphology", "distribution", "measurement", "severity", "onset", "no change", "improved",
              "worsened", "placement")


def main(reports, rows):
    patterns = {r["code"]: re.compile(r["pattern"], re.I)
                for r in csv.DictReader((pathlib.Path(__file__).parent / "openi_codes.csv").open())}
    codes = {r["uid"]: {p.strip() for p in r["Problems"].split(";")} for r in csv.DictReader(open(reports))}
    positive = collections.defaultdict(list)
    normal_rows = normal_positive = normal_definite = 0
    normal_reports = set()
    for row in csv.DictReader(open(rows)):
        if row["section"] == "hist":
            continue
        found = row["dx_status"] == "positive"
        if found:
            positive[row["study_id"]].append(" ".join([row["entity"]] + [row[a] for a in ATTRIBUTES if row[a]]))
        if codes.get(row["study_id"]) == {"normal"}:
            normal_rows += 1
            normal_positive += found
            if found and row["dx_certainty"] == "definitive":
                normal_definite += 1
                normal_reports.add(row["study_id"])
    hits_all = total_all = 0
    for code, pattern in patterns.items():
        with_code = [uid for uid, own in codes.items() if code in own]
        hits = sum(any(pattern.search(p) for p in positive[uid]) for uid in with_code)
        hits_all += hits
        total_all += len(with_code)
        print(f"{code:28} {hits:4}/{len(with_code):4}  {hits / max(1, len(with_code)):.3f}")
    normals = sum(own == {"normal"} for own in codes.values())
    print(f"{'all codes':28} {hits_all:4}/{total_all:4}  {hits_all / total_all:.3f}")
    print(f"normal reports: {normals}, rows {normal_rows}, positive {normal_positive} (definitive {normal_definite}), "
          f"not positive {1 - normal_positive / max(1, normal_rows):.3f}; "
          f"reports without a definitive positive {1 - len(normal_reports) / max(1, normals):.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:3])

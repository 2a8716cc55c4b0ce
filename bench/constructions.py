#!/usr/bin/env python3
"""The same thing in every construction: bench/constructions.py PROGRAM [--failures [CONSTRUCTION]]

A thing and its place are said in all the ways of the tables below: asserted, denied, in doubt, changed, measured. Each
way must give the Findings of the plainest one. Prints the share that does for each construction, worst first; with
--failures what was read instead. A construction that fails for many things is a gap of the grammar, one that fails for
a few a gap of the lexicon or of what is plausible where.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple


# A thing with its article, a place that may have a side, and the place as words before the thing.
def capital(words: str) -> str:
    return words[0].upper() + words[1:]


def bare(thing: str) -> str:
    return thing.removeprefix("an ").removeprefix("a ")


THINGS = [
    ("a fracture", "left clavicle"),
    ("a fracture", "right distal radius"),
    ("a nodule", "right upper lobe"),
    ("a nodule", "left lobe of the thyroid"),
    ("a mass", "head of the pancreas"),
    ("a mass", "left breast"),
    ("a cyst", "right kidney"),
    ("a cyst", "spleen"),
    ("a stone", "left ureter"),
    ("a stone", "gallbladder"),
    ("an abscess", "right lobe of the liver"),
    ("a hematoma", "left rectus muscle"),
    ("a thrombus", "right femoral vein"),
    ("a thrombus", "portal vein"),
    ("an aneurysm", "basilar artery"),
    ("an aneurysm", "left popliteal artery"),
    ("consolidation", "left lower lobe"),
    ("atelectasis", "right middle lobe"),
    ("edema", "left frontal lobe"),
    ("an infarct", "right cerebellar hemisphere"),
    ("a meningioma", "left cerebellopontine angle"),
    ("mucosal thickening", "right maxillary sinus"),
    ("a tear", "medial meniscus of the right knee"),
    ("a tear", "left supraspinatus tendon"),
    ("an osteophyte", "right acetabulum"),
    ("a disc protrusion", "L4/5 level"),
    ("a hemangioma", "T8 vertebra"),
    ("an effusion", "left hip"),
    ("a polyp", "sigmoid colon"),
    ("a stricture", "common bile duct"),
    ("an ulcer", "gastric antrum"),
    ("a fibroid", "uterine fundus"),
    ("calcification", "mitral valve"),
    ("bronchiectasis", "lingula"),
    ("fibrosis", "right lung apex"),
    ("a metastasis", "segment 6 of the liver"),
    ("a hernia", "right inguinal canal"),
    ("a ganglion", "dorsal wrist"),
]

ASSERTED = [
    "There is {n} in the {p}.",
    "{N} is seen in the {p}.",
    "{N} is present in the {p}.",
    "{N} can be seen in the {p}.",
    "{N} was found in the {p}.",
    "{N} is demonstrated in the {p}.",
    "{N} lies in the {p}.",
    "{N} is located in the {p}.",
    "{N} of the {p} is noted.",
    "{N} within the {p}.",
    "{B} in the {p}.",
    "{B}, {p}.",
    "{B} - {p}.",
    "{P}: {b}.",
    "{P} - {b}.",
    "The {p} shows {n}.",
    "The {p} contains {n}.",
    "The {p} has {n}.",
    "The {p} demonstrates {n}.",
    "The {p} exhibits {n}.",
    "The {p} harbours {n}.",
    "The {p} is the site of {n}.",
    "In the {p} there is {n}.",
    "In the {p}, {n} is visible.",
    "Within the {p} lies {n}.",
    "At the {p} we see {n}.",
    "{N} involves the {p}.",
    "{N} affects the {p}.",
    "{N} arises in the {p}.",
    "{N} occupies the {p}.",
    "Note is made of {n} in the {p}.",
    "Presence of {n} in the {p}.",
    "There is evidence of {n} in the {p}.",
    "CT reveals {n} in the {p}.",
    "This examination shows {n} in the {p}.",
    "Again seen is {n} in the {p}.",
    "Also noted is {n} in the {p}.",
    "Incidentally, there is {n} in the {p}.",
    "Imaging confirms {n} in the {p}.",
    "The examination is remarkable for {n} in the {p}.",
    "The main finding is {n} in the {p}.",
    "{P} with {n}.",
    "{P} showing {n}.",
]

DENIED = [
    "There is no {b} in the {p}.",
    "No {b} in the {p}.",
    "No {b} is seen in the {p}.",
    "No evidence of {b} in the {p}.",
    "There is no evidence of {n} in the {p}.",
    "No sign of {b} in the {p}.",
    "{B} is not seen in the {p}.",
    "{B} is absent from the {p}.",
    "{B} of the {p} is not identified.",
    "The {p} shows no {b}.",
    "The {p} is free of {b}.",
    "The {p} is without {b}.",
    "The {p} does not contain {n}.",
    "The {p} does not show any {b}.",
    "The {p} is negative for {b}.",
    "{P}: no {b}.",
    "Negative for {b} in the {p}.",
    "Absence of {b} in the {p}.",
    "I see no {b} in the {p}.",
    "I cannot see {n} in the {p}.",
    "Nothing to suggest {n} in the {p}.",
    "{N} in the {p} has been excluded.",
    "{N} in the {p} is excluded.",
    "{N} in the {p} has been ruled out.",
    "The {p} lacks {n}.",
    "In the {p} no {b} is found.",
    "Without {b} in the {p}.",
    "No {b} could be identified in the {p}.",
    "The {p} is clear of {b}.",
    "No definite {b} in the {p}.",
]

POSSIBLE = [
    "There is possible {b} in the {p}.",
    "Possible {b} in the {p}.",
    "There may be {n} in the {p}.",
    "There might be {n} in the {p}.",
    "{N} in the {p} is possible.",
    "{N} may be present in the {p}.",
    "{P}: possible {b}.",
    "Questionable {b} in the {p}.",
    "Equivocal {b} in the {p}.",
    "The {p} may contain {n}.",
    "There could be {n} in the {p}.",
    "Query {b} in the {p}.",
    "?{b} in the {p}.",
]

PROBABLE = [
    "There is probable {b} in the {p}.",
    "Probable {b} in the {p}.",
    "Likely {b} in the {p}.",
    "There is probably {n} in the {p}.",
    "There is likely {n} in the {p}.",
    "{N} in the {p} is likely.",
    "{N} in the {p} is suspected.",
    "Suspected {b} in the {p}.",
    "Presumed {b} in the {p}.",
    "{P}: likely {b}.",
]

UNCHANGED = [
    "There is an unchanged {b} in the {p}.",
    "The {b} in the {p} is unchanged.",
    "Unchanged {b} in the {p}.",
    "The {b} in the {p} has not changed.",
    "No change in the {b} in the {p}.",
    "Stable {b} in the {p}.",
    "The {b} in the {p} remains unchanged.",
    "The {b} in the {p} is stable.",
    "The {b} in the {p} is the same as before.",
    "The {b} in the {p} is as before.",
    "The {b} in the {p} looks the same.",
    "{P}: unchanged {b}.",
    "There has been no interval change in the {b} in the {p}.",
    "The {b} in the {p} shows no interval change.",
    "The {b} in the {p} shows no growth.",
    "The {b} in the {p} has not grown.",
    "The {b} in the {p} has neither grown nor shrunk.",
    "The {b} in the {p} is no different from before.",
    "The {b} in the {p} appears unaltered.",
    "{N} is seen in the {p}, without change.",
    "{N} in the {p} is again seen without change.",
    "{N} in the {p}, unchanged from the previous study.",
    "{N} in the {p} that has not changed since 2019.",
]

LARGER = [
    "The {b} in the {p} has increased.",
    "The {b} in the {p} is larger.",
    "The {b} in the {p} has grown.",
    "The {b} in the {p} has enlarged.",
    "The {b} in the {p} has increased in size.",
    "The {b} in the {p} is bigger than before.",
    "Interval increase in the {b} in the {p}.",
    "Interval growth of the {b} in the {p}.",
    "The {b} in the {p} has progressed.",
    "There has been an increase in the {b} in the {p}.",
    "The {b} in the {p} shows interval growth.",
    "The {b} in the {p} shows definite interval growth.",
    "The {b} in the {p} has become larger.",
    "The {b} in the {p} has got bigger.",
    "The {b} in the {p} is now larger.",
    "The {b} in the {p} is increasing in size.",
    "The {b} in the {p} continues to grow.",
    "The {b} in the {p} has continued to enlarge.",
    "The {b} in the {p} is larger than on the previous study.",
    "The {b} in the {p} has doubled in size.",
    "Enlarging {b} in the {p}.",
    "{N} in the {p} which has enlarged since the previous study.",
    "Compared with the previous study, the {b} in the {p} is larger.",
    "There has been interval enlargement of the {b} in the {p}.",
]

SMALLER = [
    "The {b} in the {p} has decreased.",
    "The {b} in the {p} is smaller.",
    "The {b} in the {p} has shrunk.",
    "The {b} in the {p} has decreased in size.",
    "The {b} in the {p} has become smaller.",
    "The {b} in the {p} has got smaller.",
    "The {b} in the {p} is now smaller.",
    "The {b} in the {p} is smaller than before.",
    "The {b} in the {p} is less extensive than before.",
    "The {b} in the {p} has reduced in size.",
    "The {b} in the {p} has diminished.",
    "The {b} in the {p} has regressed.",
    "The {b} in the {p} is improving.",
    "The {b} in the {p} has improved.",
    "The {b} in the {p} has halved in size.",
    "The {b} in the {p} shows interval reduction in size.",
    "The {b} in the {p} shows a decrease in size.",
    "Interval decrease in the {b} in the {p}.",
    "There has been a decrease in the {b} in the {p}.",
    "Reduction in size of the {b} in the {p}.",
    "{N} in the {p} which has shrunk since the previous study.",
    "Compared with the previous study, the {b} in the {p} is smaller.",
]

RESOLVED = [
    "The {b} in the {p} has resolved.",
    "The {b} in the {p} is no longer seen.",
    "The {b} in the {p} has disappeared.",
    "The {b} in the {p} has gone.",
    "Resolved {b} in the {p}.",
    "Resolution of the {b} in the {p}.",
    "The previously seen {b} in the {p} is no longer visible.",
    "The {b} in the {p} has cleared.",
    "Complete resolution of the {b} in the {p}.",
]

MEASURED = [
    "There is a 12 mm {b} in the {p}.",
    "12 mm {b} in the {p}.",
    "{N} in the {p} measures 12 mm.",
    "{N} of 12 mm is seen in the {p}.",
    "{N} measuring 12 mm is seen in the {p}.",
    "{N} (12 mm) in the {p}.",
    "{B} in the {p}, 12 mm.",
    "{B} in the {p} (12 mm).",
    "{N} in the {p} is 12 mm in diameter.",
    "{N}, 12 mm in size, is present in the {p}.",
    "The {p} contains {n} of 12 mm.",
    "The {p} shows {n} measuring 1.2 cm.",
    "{P}: 12 mm {b}.",
    "{P}: {b}, 12 mm.",
    "{N} with a diameter of 12 mm is seen in the {p}.",
    "{N} in the {p} has a size of 12 mm.",
    "{N} up to 12 mm in the {p}.",
    "In the {p} is {n}, which measures 12 mm.",
]

# Two things, each at its place, of one sentence: both must be read, and nothing of the one at the other.
TWO = [
    ("a nodule", "right upper lobe", "an effusion", "left pleural space"),
    ("a cyst", "liver", "a stone", "left kidney"),
    ("a mass", "head of the pancreas", "a metastasis", "segment 6 of the liver"),
    ("a fracture", "left clavicle", "a contusion", "right lung"),
    ("an infarct", "left thalamus", "mucosal thickening", "right maxillary sinus"),
    ("a tear", "left supraspinatus tendon", "edema", "humeral head"),
    ("a disc protrusion", "L4/5 level", "a hemangioma", "T12 vertebra"),
    ("a fibroid", "uterine fundus", "a cyst", "right ovary"),
    ("a thrombus", "left femoral vein", "a hematoma", "right groin"),
    ("an aneurysm", "basilar artery", "a meningioma", "left frontal convexity"),
    ("a stone", "gallbladder", "a stricture", "common bile duct"),
    ("bronchiectasis", "lingula", "consolidation", "right lower lobe"),
    ("a mass", "left breast", "a cyst", "right breast"),
    ("a polyp", "sigmoid colon", "a hernia", "right inguinal canal"),
]
BOTH = [
    "There is {n} in the {p}. There is {m} in the {q}.",
    "There is {n} in the {p} and {m} in the {q}.",
    "There is {n} in the {p}, and there is {m} in the {q}.",
    "{N} in the {p}, {m} in the {q}.",
    "{N} is seen in the {p} and {m} in the {q}.",
    "{N} in the {p} as well as {m} in the {q}.",
    "The {p} shows {n} and the {q} {m}.",
    "The {p} shows {n}, the {q} {m}.",
    "The {p} contains {n}, whereas the {q} contains {m}.",
    "The {p} shows {n}; {m} in the {q}.",
    "{P}: {b}; {q}: {c}.",
    "{P}: {b}. {Q}: {c}.",
    "In the {p} there is {n}, in the {q} {m}.",
    "Besides {n} in the {p}, there is {m} in the {q}.",
    "In addition to {n} in the {p} there is {m} in the {q}.",
    "{N} is present in the {p}, with {m} in the {q}.",
    "Both {n} in the {p} and {m} in the {q} are seen.",
    "Findings: {b} in the {p}, {c} in the {q}.",
    "1. {B} in the {p}. 2. {C} in the {q}.",
    "There is {n} in the {p} (and {m} in the {q}).",
    "While the {p} shows {n}, the {q} shows {m}.",
    "{N} involves the {p} and there is also {m} in the {q}.",
]
ONE_DENIED = [
    "There is {n} in the {p}. There is no {c} in the {q}.",
    "There is {n} in the {p} but no {c} in the {q}.",
    "{N} in the {p}, no {c} in the {q}.",
    "{N} in the {p} without {c} in the {q}.",
    "The {p} shows {n}, but the {q} shows no {c}.",
    "The {p} shows {n}; the {q} is free of {c}.",
    "No {c} in the {q}, but {n} in the {p}.",
    "While there is no {c} in the {q}, the {p} shows {n}.",
    "There is no {c} in the {q}; however, there is {n} in the {p}.",
    "The {q} contains no {c}, whereas the {p} contains {n}.",
    "Although the {q} is free of {c}, there is {n} in the {p}.",
    "{N} is seen in the {p}, {c} in the {q} is not.",
]
NEITHER = [
    "There is no {b} in the {p}. There is no {c} in the {q}.",
    "There is neither {n} in the {p} nor {m} in the {q}.",
    "No {b} in the {p} or {c} in the {q}.",
    "No {b} in the {p}, no {c} in the {q}.",
    "The {p} shows no {b} and the {q} no {c}.",
    "The {p} is free of {b} and the {q} of {c}.",
    "Neither {b} in the {p} nor {c} in the {q} is seen.",
    "No {b} in the {p} and no {c} in the {q}.",
]

# A thing with two details and a size.
DESCRIBED = [
    ("a nodule", "right upper lobe", "lobulated", "calcified"),
    ("a nodule", "left lower lobe", "spiculated", "solid"),
    ("a mass", "left kidney", "lobulated", "heterogeneous"),
    ("a mass", "right breast", "irregular", "spiculated"),
    ("a lesion", "right lobe of the liver", "well-defined", "hyperechoic"),
    ("a lesion", "left thalamus", "hyperintense", "ill-defined"),
    ("a cyst", "left kidney", "septated", "thick-walled"),
    ("a nodule", "right lobe of the thyroid", "hypoechoic", "irregular"),
    ("a mass", "left ovary", "multilocular", "cystic"),
    ("a lesion", "distal femur", "lytic", "well-defined"),
]
DETAILS = [
    "There is a 12 mm {x}, {y} {b} in the {p}.",
    "There is a 12 mm {x} and {y} {b} in the {p}.",
    "12 mm {x} {y} {b} in the {p}.",
    "A {x}, {y} {b} measuring 12 mm is seen in the {p}.",
    "A {x} and {y} {b} of 12 mm lies in the {p}.",
    "The {p} contains {n}, which is {x} and {y} and measures 12 mm.",
    "The {p} shows a {x}, {y} {b} of 12 mm.",
    "{N} in the {p} measures 12 mm and is {x} and {y}.",
    "{N} in the {p} is {x}, {y} and 12 mm in size.",
    "{N} of 12 mm in the {p} is {x} and {y}.",
    "{B} in the {p}: 12 mm, {x}, {y}.",
    "{P}: 12 mm {b}, {x} and {y}.",
    "12 mm {b} {p}, {x}, {y}.",
    "There is {n} in the {p}. It is {x} and {y} and measures 12 mm.",
    "There is {n} in the {p}, {x} and {y}, measuring 12 mm.",
    "In the {p} there is {n} of 12 mm that is {x} and {y}.",
    "A 12 mm {b}, {x} and {y}, is present in the {p}.",
    "The {b} in the {p} is {x} and {y}, with a diameter of 12 mm.",
    "There is {n} in the {p}. The {b} is {x}. It is {y}. It measures 12 mm.",
    "Within the {p}, a {x} {b}, 12 mm, {y}.",
]

# A thing, and what it probably is.
NATURE = [
    ("a nodule", "right upper lobe", "a granuloma"),
    ("an opacity", "left lower lobe", "pneumonia"),
    ("a mass", "left kidney", "renal cell carcinoma"),
    ("a lesion", "right lobe of the liver", "a hemangioma"),
    ("a mass", "left cerebellopontine angle", "a schwannoma"),
    ("a lesion", "distal femur", "an enchondroma"),
    ("a collection", "left psoas muscle", "an abscess"),
    ("a filling defect", "right femoral vein", "a thrombus"),
]
INFERRED = [
    "There is {n} in the {p}, likely {m}.",
    "{N} in the {p} is likely {m}.",
    "{N} in the {p} is probably {m}.",
    "{N} in the {p}, probably {m}.",
    "{N} in the {p} is most likely {m}.",
    "{N} in the {p}, in keeping with {m}.",
    "{N} in the {p} consistent with {m}.",
    "{N} in the {p} compatible with {m}.",
    "{N} in the {p} suggestive of {m}.",
    "{N} in the {p}, suggesting {m}.",
    "{N} in the {p} suspicious for {m}.",
    "{N} in the {p}, most likely representing {m}.",
    "{N} in the {p}, which is most likely {m}.",
    "The {p} shows {n}, likely {m}.",
    "{P}: {b}, likely {c}.",
    "There is {n} in the {p}; this is likely {m}.",
    "There is {n} in the {p}. This is likely {m}.",
    "There is {n} in the {p}. It is likely {m}.",
    "There is {n} in the {p}. This probably represents {m}.",
    "There is {n} in the {p}. Appearances are in keeping with {m}.",
    "There is {n} in the {p}. Findings are consistent with {m}.",
    "There is {n} in the {p} that is likely {m}.",
    "There is {n}, likely {m}, in the {p}.",
    "{N} (likely {m}) is seen in the {p}.",
    "{N} in the {p} (likely {c}).",
    "{N} in the {p} is thought to be {m}.",
    "{N} in the {p} is presumed to be {m}.",
    "{N} in the {p} favors {m}.",
    "{N} in the {p} has the appearance of {m}.",
]

ORGANS = [
    ("liver", "spleen", "pancreas"),
    ("trachea", "main bronchi", "esophagus"),
    ("ventricles", "basal cisterns", "sulci"),
    ("uterus", "bladder", "rectum"),
    ("menisci", "cruciate ligaments", "collateral ligaments"),
    ("stomach", "duodenum", "colon"),
]
NORMAL = [
    "The {a} is normal. The {b} is normal. The {c} is normal.",
    "The {a}, {b} and {c} are normal.",
    "The {a}, {b}, and {c} are normal.",
    "The {a}, the {b} and the {c} are normal.",
    "Normal {a}, {b} and {c}.",
    "{A}, {b} and {c} normal.",
    "{A}, {b}, {c}: normal.",
    "{A}: normal. {B}: normal. {C}: normal.",
    "The {a}, {b} and {c} are unremarkable.",
    "The {a}, {b} and {c} appear normal.",
    "The {a}, {b} and {c} look normal.",
    "The {a} is normal, as are the {b} and {c}.",
    "The {a} and {b} are normal, and so is the {c}.",
    "The {a} is normal; so are the {b} and the {c}.",
    "Unremarkable {a}, {b} and {c}.",
    "Unremarkable appearance of the {a}, {b} and {c}.",
    "The {a} as well as the {b} and {c} are normal.",
    "The {a}, {b} and {c} are all normal.",
    "The {a}, {b} and {c} are within normal limits.",
    "{A}, {b} and {c} within normal limits.",
    "{A}, {b} and {c} NAD.",
]
ABSENT = [
    ("effusion", "pneumothorax", "consolidation"),
    ("fracture", "dislocation", "foreign body"),
    ("hemorrhage", "mass", "hydrocephalus"),
    ("abscess", "fistula", "stricture"),
    ("lymphadenopathy", "ascites", "hydronephrosis"),
    ("diverticulosis", "appendicitis", "bowel obstruction"),
]
NONE_OF = [
    "There is no {a}. There is no {b}. There is no {c}.",
    "There is no {a}, {b} or {c}.",
    "There is no {a}, {b}, or {c}.",
    "No {a}, {b} or {c}.",
    "No {a}, no {b}, no {c}.",
    "No {a}. No {b}. No {c}.",
    "No {a} or {b} and no {c}.",
    "No evidence of {a}, {b} or {c}.",
    "No {a}, {b} or {c} is seen.",
    "{A}, {b} and {c} are absent.",
    "Neither {a} nor {b} nor {c}.",
    "There is neither {a} nor {b}, and no {c}.",
    "No {a}/{b}/{c}.",
    "Negative for {a}, {b} and {c}.",
    "No sign of {a}, {b} or {c}.",
    "No {a} and no {b} or {c}.",
    "Without {a}, {b} or {c}.",
    "No {a} is seen, nor is there {b} or {c}.",
    "Absence of {a}, {b} and {c}.",
]

PLURAL = [
    ("nodules", "right lung"),
    ("cysts", "left kidney"),
    ("metastases", "liver"),
    ("stones", "gallbladder"),
    ("nodes", "left axilla"),
    ("fibroids", "uterus"),
]
LARGEST = [
    "There are several {n} in the {p}, the largest 12 mm.",
    "Several {n} in the {p}, the largest measuring 12 mm.",
    "Several {n} in the {p}, the largest of which measures 12 mm.",
    "Several {n} in the {p}, the biggest being 12 mm.",
    "Several {n} are seen in the {p}, largest 12 mm.",
    "Several {n} in the {p} measuring up to 12 mm.",
    "Several {n} in the {p}, up to 12 mm.",
    "Several {n} up to 12 mm in the {p}.",
    "Several {n} of up to 12 mm are seen in the {p}.",
    "The {p} contains several {n}, the largest 12 mm in size.",
    "Several {n} (largest 12 mm) in the {p}.",
    "There are several {n} in the {p}. The largest measures 12 mm.",
    "{P}: several {n}, largest 12 mm.",
    "There are several {n} in the {p}, with the largest measuring 12 mm.",
]

GREW = [
    "{N} in the {p} measures 12 mm, previously 8 mm.",
    "{N} in the {p} is 12 mm (previously 8 mm).",
    "{N} in the {p} is 12 mm (was 8 mm).",
    "{N} in the {p} now measures 12 mm compared with 8 mm before.",
    "{N} in the {p} now measures 12 mm; it measured 8 mm before.",
    "{B} in the {p}, 12 mm, formerly 8 mm.",
    "{P}: 12 mm {b}, previously 8 mm.",
    "The {b} in the {p}, which measured 8 mm, now measures 12 mm.",
    "12 mm {b} in the {p} (8 mm on the previous study).",
]

# A place, how it is, and the noun for it.
STATES = [
    ("gallbladder wall", "thickened", "thickening"),
    ("common bile duct", "dilated", "dilatation"),
    ("spleen", "enlarged", "enlargement"),
    ("left kidney", "atrophic", "atrophy"),
    ("spinal canal", "narrowed", "narrowing"),
    ("aortic valve", "calcified", "calcification"),
    ("left clavicle", "fractured", "fracture"),
    ("right ureter", "obstructed", "obstruction"),
    ("medial meniscus", "torn", "tear"),
    ("trachea", "deviated", "deviation"),
    ("right hemidiaphragm", "elevated", "elevation"),
    ("portal vein", "thrombosed", "thrombosis"),
    ("left maxillary sinus", "opacified", "opacification"),
    ("spinal cord", "compressed", "compression"),
    ("transverse colon", "distended", "distension"),
    ("right femoral head", "eroded", "erosion"),
    ("left internal carotid artery", "occluded", "occlusion"),
    ("appendix", "inflamed", "inflammation"),
    ("lateral ventricles", "compressed", "compression"),
    ("thyroid gland", "enlarged", "enlargement"),
]
STATE = [
    "The {a} is {b}.",
    "{B} {a}.",
    "There is {c} of the {a}.",
    "{C} of the {a}.",
    "The {a} shows {c}.",
    "{A}: {b}.",
    "{A}: {c}.",
    "{A} {c}.",
    "The {a} appears {b}.",
    "The {a} looks {b}.",
    "The {a} is seen to be {b}.",
    "The {a} is found to be {b}.",
    "The {a} is noted to be {b}.",
    "{C} of the {a} is seen.",
    "There is evidence of {c} of the {a}.",
    "{C} involving the {a}.",
    "{A} is {b}.",
    "{A} {b}.",
    "The {a} demonstrates {c}.",
    "The {a} remains {b}.",
]
STATE_DENIED = [
    "The {a} is not {b}.",
    "No {c} of the {a}.",
    "There is no {c} of the {a}.",
    "The {a} shows no {c}.",
    "{A}: not {b}.",
    "{A}: no {c}.",
    "{A} not {b}.",
    "The {a} does not appear {b}.",
    "No {a} {c}.",
    "{C} of the {a} is not seen.",
    "The {a} is without {c}.",
    "No evidence of {c} of the {a}.",
    "The {a} is not seen to be {b}.",
]
MILD = [
    "The {a} is mildly {b}.",
    "Mildly {b} {a}.",
    "There is mild {c} of the {a}.",
    "Mild {c} of the {a}.",
    "The {a} shows mild {c}.",
    "{A}: mildly {b}.",
    "{A}: mild {c}.",
    "{C} of the {a}, mild.",
    "{C} of the {a} is mild.",
    "The {c} of the {a} is mild.",
    "There is a mild degree of {c} of the {a}.",
    "Mild {a} {c}.",
    "The {a} appears mildly {b}.",
    "The {a} is {b} to a mild degree.",
    "{A} mildly {b}.",
]
BOTH_STATES = [
    ("left kidney", "atrophic", "right kidney", "enlarged"),
    ("gallbladder wall", "thickened", "common bile duct", "dilated"),
    ("spleen", "enlarged", "liver", "cirrhotic"),
    ("left hemidiaphragm", "elevated", "trachea", "deviated"),
    ("anterior cruciate ligament", "torn", "medial meniscus", "extruded"),
    ("aortic valve", "calcified", "left ventricle", "dilated"),
    ("left clavicle", "fractured", "right scapula", "fractured"),
    ("pancreatic duct", "dilated", "pancreatic tail", "atrophic"),
]
TWO_STATES = [
    "The {p} is {x}. The {q} is {y}.",
    "The {p} is {x} and the {q} is {y}.",
    "The {p} is {x}, the {q} {y}.",
    "The {p} is {x}, the {q} is {y}.",
    "The {p} is {x} and the {q} {y}.",
    "The {p} is {x}; the {q} is {y}.",
    "The {p} is {x}, while the {q} is {y}.",
    "The {p} is {x}, whereas the {q} appears {y}.",
    "The {p} is {x}, with the {q} {y}.",
    "{P} {x}, {q} {y}.",
    "{P}: {x}. {Q}: {y}.",
    "{X} {p}, {y} {q}.",
    "{X} {p} and {y} {q}.",
    "There is a {x} {p} and a {y} {q}.",
    "Both a {x} {p} and a {y} {q} are present.",
    "Not only is the {p} {x}, but the {q} is {y}.",
]

# One thing that comes with another.
CAUSES = [
    ("a stone", "left ureter", "hydronephrosis", "left kidney"),
    ("a mass", "head of the pancreas", "dilatation", "common bile duct"),
    ("a disc protrusion", "C5/6 level", "compression", "spinal cord"),
    ("a hematoma", "right temporal lobe", "effacement", "right lateral ventricle"),
    ("a mass", "right hilum", "collapse", "right upper lobe"),
    ("a stricture", "sigmoid colon", "distension", "transverse colon"),
    ("a thrombus", "left subclavian vein", "edema", "left arm"),
]
COMES_WITH = [
    "There is {n} in the {p} and {c} of the {q}.",
    "There is {n} in the {p} with {c} of the {q}.",
    "{N} in the {p} with {c} of the {q}.",
    "{N} in the {p} and {c} of the {q}.",
    "{N} in the {p} associated with {c} of the {q}.",
    "{N} in the {p}, associated with {c} of the {q}.",
    "{N} in the {p} accompanied by {c} of the {q}.",
    "{N} in the {p} together with {c} of the {q}.",
    "{N} in the {p} along with {c} of the {q}.",
    "{N} in the {p} causing {c} of the {q}.",
    "{N} in the {p}, causing {c} of the {q}.",
    "{N} in the {p} causes {c} of the {q}.",
    "{N} in the {p} resulting in {c} of the {q}.",
    "{N} in the {p} results in {c} of the {q}.",
    "{N} in the {p} leading to {c} of the {q}.",
    "{N} in the {p} with resultant {c} of the {q}.",
    "{N} in the {p} with secondary {c} of the {q}.",
    "{N} in the {p} with associated {c} of the {q}.",
    "{C} of the {q} due to {n} in the {p}.",
    "{C} of the {q} caused by {n} in the {p}.",
    "{C} of the {q} secondary to {n} in the {p}.",
    "{C} of the {q} because of {n} in the {p}.",
    "There is {n} in the {p}. There is {c} of the {q}.",
    "There is {n} in the {p}. This causes {c} of the {q}.",
    "There is {n} in the {p}. There is associated {c} of the {q}.",
    "There is {n} in the {p}, which causes {c} of the {q}.",
    "The {p} contains {n} and there is {c} of the {q}.",
]

PAIRED = [
    ("a stone", "stones", "kidney", "kidneys", "renal"),
    ("a cyst", "cysts", "ovary", "ovaries", "ovarian"),
    ("a nodule", "nodules", "adrenal gland", "adrenal glands", "adrenal"),
    ("a mass", "masses", "breast", "breasts", "breast"),
    ("an effusion", "effusions", "knee", "knees", "knee"),
    ("a fracture", "fractures", "clavicle", "clavicles", "clavicular"),
]
EACH_SIDE = [
    "There is {n} in the left {p}. There is {n} in the right {p}.",
    "There is {n} in the left {p} and {n} in the right {p}.",
    "{S} in both {q}.",
    "Bilateral {a} {s}.",
    "There are {s} in the left and right {q}.",
    "There is {n} in each {p}.",
    "Both {q} show {s}.",
    "{S} in the {q} bilaterally.",
    "{S} on both sides in the {q}.",
    "{N} in the left {p} and another in the right.",
    "{N} in the left {p} and one in the right {p}.",
    "{S} of both {q} are seen.",
    "Left {a} {b} and right {a} {b}.",
    "Left {p}: {b}. Right {p}: {b}.",
]
SIZE_OF_EACH = [
    "There is a 5 mm {b} in the left {p}. There is a 7 mm {b} in the right {p}.",
    "There is a 5 mm {b} in the left {p} and a 7 mm {b} in the right {p}.",
    "{N} of 5 mm in the left {p} and of 7 mm in the right {p}.",
    "{S} in the left (5 mm) and right (7 mm) {p}.",
    "Left {p}: 5 mm {b}. Right {p}: 7 mm {b}.",
    "{A} {s} of 5 mm on the left and 7 mm on the right.",
    "{A} {s}, 5 mm on the left and 7 mm on the right.",
    "The left {p} contains a 5 mm {b} and the right {p} a 7 mm {b}.",
    "The left {p} contains a 5 mm {b} and the right a 7 mm {b}.",
    "Both {q} contain {n}, 5 mm on the left and 7 mm on the right.",
    "{N} is seen in each {p}, 5 mm on the left and 7 mm on the right.",
    "5 mm left and 7 mm right {a} {b}.",
    "The left {p} shows {n} of 5 mm, the right one of 7 mm.",
    "{S}: left {p} 5 mm, right {p} 7 mm.",
    "The {b} in the left {p} measures 5 mm and that in the right {p} 7 mm.",
]

# On one side, and not on the other.
OTHER_SIDE = [
    "There is {n} in the left {p}. There is no {b} in the right {p}.",
    "There is {n} in the left {p} but no {b} in the right {p}.",
    "There is {n} in the left {p}. No {b} in the right.",
    "There is {n} in the left {p}. No {b} in the other {p}.",
    "There is {n} in the left {p}. No {b} in the opposite {p}.",
    "There is {n} in the left {p}. No {b} in the contralateral {p}.",
    "There is {n} in the left {p}. The contralateral {p} contains no {b}.",
    "There is {n} in the left {p}. The right {p} shows no {b}.",
    "There is {n} in the left {p}. The right has no {b}.",
    "There is {n} in the left {p}. None in the right {p}.",
    "There is {n} in the left {p}, none in the right {p}.",
    "There is {n} in the left {p}, none on the right.",
    "There is {n} in the left {p} but not in the right.",
    "There is {n} in the left {p} but none in the right {p}.",
    "The left {p} contains {n}, the right does not.",
    "The left {p} contains {n}, the right {p} does not.",
    "The left {p} contains {n} but the right {p} has none.",
    "The left {p} contains {n}, but not the right.",
    "{A} {b} on the left, not on the right.",
    "Left {a} {b}. No right {a} {b}.",
    "Left {a} {b}, no {b} on the right.",
    "No {b} in the right {p}; {b} in the left {p}.",
    "The right {p} is free of {b}, the left {p} shows {n}.",
]

# Several things said of one subject.
SUBJECTS = [thing for thing in DESCRIBED if bare(thing[0]) != "lesion"]
PREDICATES = [
    "There is a {x} {b} in the {p}. The {b} measures 12 mm and is unchanged.",
    "The {b} in the {p} is {x}, measures 12 mm and is unchanged.",
    "The {b} in the {p} is {x}, measures 12 mm and has not changed.",
    "The {b} in the {p} is {x}, 12 mm in size and unchanged.",
    "The {b} in the {p} measures 12 mm, is {x} and has not changed.",
    "The {b} is {x}, lies in the {p}, measures 12 mm and is unchanged.",
    "The {b} lies in the {p}, is {x}, measures 12 mm and is unchanged.",
    "The {b} is {x}, arises in the {p}, spans 12 mm and has not changed.",
    "The {b} measures 12 mm, is located in the {p}, is {x} and has not changed.",
    "Unchanged is a {x} {b} in the {p}, which measures 12 mm.",
    "{N}, which is {x} and measures 12 mm, lies unchanged in the {p}.",
    "{N} measuring 12 mm lies in the {p}; it is {x} and unchanged.",
    "{N} lies in the {p}; it measures 12 mm, is {x} and has not changed.",
    "The {p} contains a {x} {b}, which measures 12 mm and has not changed.",
    "Unchanged 12 mm {x} {b} in the {p}.",
    "{P}: {x} {b}, 12 mm, unchanged.",
    "A 12 mm {x} {b} in the {p} has not changed.",
    "There is {n} in the {p}. It is {x}. It measures 12 mm. It is unchanged.",
]

# The place comes later.
PLACE_LATER = [
    "There is {n} in the {p}.",
    "There is {n}. It lies in the {p}.",
    "There is {n}. It is in the {p}.",
    "There is {n}. It is located in the {p}.",
    "There is {n}. The {b} is in the {p}.",
    "There is {n}. The {b} lies in the {p}.",
    "There is {n}. This is situated in the {p}.",
    "There is {n}. This involves the {p}.",
    "There is {n}. It arises from the {p}.",
    "There is {n}, and it lies in the {p}.",
    "There is {n}; it is in the {p}.",
    "There is {n}, which lies in the {p}.",
    "There is {n}, located in the {p}.",
    "There is {n}, which is located in the {p}.",
    "There is {n} that is centered in the {p}.",
    "{N} is seen, situated in the {p}.",
    "{N} is seen and is located in the {p}.",
    "{B} (in the {p}).",
]

# One kind of thing in two places.
SEVERAL = [
    ("a fracture", "fractures", "left clavicle", "right scapula"),
    ("a nodule", "nodules", "right upper lobe", "left lower lobe"),
    ("a cyst", "cysts", "left kidney", "spleen"),
    ("a metastasis", "metastases", "left iliac bone", "T8 vertebra"),
    ("a stone", "stones", "gallbladder", "left kidney"),
    ("a thrombus", "thrombi", "right femoral vein", "left popliteal vein"),
    ("an infarct", "infarcts", "left thalamus", "right cerebellar hemisphere"),
    ("an abscess", "abscesses", "liver", "left psoas muscle"),
]
TWO_PLACES = [
    "There is {n} in the {p}. There is {n} in the {q}.",
    "There is {n} in the {p} and {n} in the {q}.",
    "There is {n} in the {p} and in the {q}.",
    "There is {n} in the {p} and another in the {q}.",
    "There is {n} in the {p} and one in the {q}.",
    "There is {n} in the {p}. There is another {b} in the {q}.",
    "There is {n} in the {p}. A further {b} is seen in the {q}.",
    "There is {n} in the {p}. A second {b} lies in the {q}.",
    "There is {n} in the {p}. There is also one in the {q}.",
    "There is {n} in the {p} with another in the {q}.",
    "{S} in the {p} and {q}.",
    "{S} in the {p} and the {q}.",
    "{S} in the {p} and in the {q}.",
    "{S} are seen in the {p} and {q}.",
    "{S}: {p}, {q}.",
    "{S} involving the {p} and the {q}.",
    "Both the {p} and the {q} contain {n}.",
    "The {p} and the {q} each contain {n}.",
    "The {p} contains {n}, as does the {q}.",
    "The {p} contains {n}, and so does the {q}.",
    "The {p} contains {n}; the {q} also contains {n}.",
    "{N} in the {p} as well as in the {q}.",
    "{S} of the {p} and {q}.",
]

# How many there are.
COUNTED = [
    "There are two {n} in the {p}.",
    "Two {n} in the {p}.",
    "Two {n} are seen in the {p}.",
    "The {p} contains two {n}.",
    "The {p} shows two {n}.",
    "In the {p} there are two {n}.",
    "In the {p} are two {n}.",
    "{P}: two {n}.",
    "{P}: 2 {n}.",
    "There are 2 {n} in the {p}.",
    "There is a pair of {n} in the {p}.",
    "A couple of {n} in the {p}.",
    "There are two {n}, both in the {p}.",
    "There are two {n}. Both are in the {p}.",
    "{N} in the {p}, two in number.",
    "{N} (two) in the {p}.",
    "{N} x2 in the {p}.",
]

# Nothing else is wrong with it.
EXCEPT = [
    ("a cyst", "liver"),
    ("a stone", "left kidney"),
    ("a nodule", "right lobe of the thyroid"),
    ("a polyp", "gallbladder"),
    ("an osteophyte", "left hip"),
    ("a granuloma", "right lung"),
    ("a fibroid", "uterus"),
    ("a hemangioma", "spleen"),
]
OTHERWISE = [
    "There is {n} in the {p}. The {p} is otherwise normal.",
    "There is {n} in the {p}. Otherwise the {p} is normal.",
    "There is {n} in the {p}, which is otherwise normal.",
    "Apart from {n}, the {p} is normal.",
    "Except for {n}, the {p} is normal.",
    "Other than {n}, the {p} is normal.",
    "Aside from {n}, the {p} is unremarkable.",
    "The {p} is normal apart from {n}.",
    "The {p} is normal except for {n}.",
    "The {p} is normal other than {n}.",
    "The {p} is unremarkable aside from {n}.",
    "The {p} is normal, with the exception of {n}.",
    "The {p} contains {n} but is otherwise normal.",
    "The {p} contains {n} and is otherwise unremarkable.",
    "The {p} shows {n}, otherwise normal.",
    "{P}: {b}, otherwise normal.",
    "{P}: normal apart from {n}.",
    "{N} in an otherwise normal {p}.",
]

NOT_EXCLUDED = [
    "{N} in the {p} cannot be excluded.",
    "{N} in the {p} is not excluded.",
    "{N} in the {p} cannot be ruled out.",
    "{N} in the {p} can not be entirely excluded.",
    "{N} in the {p} is difficult to exclude.",
    "We cannot exclude {n} in the {p}.",
    "I cannot rule out {n} in the {p}.",
    "Cannot exclude {n} in the {p}.",
    "It is not possible to exclude {n} in the {p}.",
    "The possibility of {n} in the {p} cannot be excluded.",
    "{P}: cannot exclude {n}.",
    "{P}: {b} cannot be excluded.",
    "In the {p}, {n} cannot be excluded.",
    "{N} of the {p} has not been excluded.",
]

TWO_SIZES = [
    "There is a 12 x 8 mm {b} in the {p}.",
    "There is a 12 by 8 mm {b} in the {p}.",
    "There is a 1.2 x 0.8 cm {b} in the {p}.",
    "There is a 12 mm x 8 mm {b} in the {p}.",
    "There is {n} in the {p}, 12 x 8 mm.",
    "There is {n} in the {p} measuring 12 x 8 mm.",
    "There is {n} in the {p} measuring 12 mm by 8 mm.",
    "{N} in the {p} measures 12 x 8 mm.",
    "{N} in the {p} measures approximately 12 x 8 mm.",
    "{N} in the {p} is 12 x 8 mm in size.",
    "{N} in the {p} (12 x 8 mm).",
    "{B} {p} 12x8mm.",
    "{P}: {b} 12 x 8 mm.",
    "{N} of the {p} with dimensions of 12 x 8 mm.",
    "{N} in the {p}. It measures 12 x 8 mm.",
]

NORMAL_IN = [
    "The {a} is normal in size and position.",
    "The {a} is of normal size and position.",
    "The {a} has a normal size and position.",
    "The {a} shows normal size and position.",
    "{A} normal in size and position.",
    "{A} of normal size and position.",
    "Normal size and position of the {a}.",
    "The size and position of the {a} are normal.",
    "{A}: normal size and position.",
    "{A}: normal in size and position.",
    "{A}: size and position normal.",
    "Normal {a} size and position.",
    "The {a} is normal in both size and position.",
    "The {a} is unremarkable in size and position.",
    "The size of the {a} is normal, as is its position.",
    "The {a} is of normal size. Its position is normal.",
]

ACUTE = [
    "There is an acute {b} in the {p}.",
    "Acute {b} in the {p}.",
    "The {b} in the {p} is acute.",
    "The {b} in the {p} appears acute.",
    "The {b} in the {p} looks acute.",
    "{N} in the {p}, acute.",
    "{N} in the {p}, which is acute.",
    "{N} in the {p} of acute appearance.",
    "{N} is seen in the {p}; it is acute.",
    "{N} is seen in the {p}. It is acute.",
    "{P}: acute {b}.",
    "{N} in the {p}, which appears recent.",
    "{N} of recent onset in the {p}.",
]
ONSETS = [
    ("a fracture", "left clavicle"),
    ("a fracture", "L1 vertebra"),
    ("an infarct", "right cerebellar hemisphere"),
    ("a thrombus", "right femoral vein"),
    ("a hematoma", "left psoas muscle"),
    ("a tear", "left Achilles tendon"),
    ("a hemorrhage", "left thalamus"),
]

NEW = [
    "There is a new {b} in the {p}.",
    "New {b} in the {p}.",
    "{N} in the {p} is new.",
    "The {b} in the {p} is new.",
    "{N} has appeared in the {p}.",
    "{N} has developed in the {p}.",
    "{N} in the {p} has developed since the previous study.",
    "Interval development of {n} in the {p}.",
    "Interval appearance of {n} in the {p}.",
    "There has been interval development of {n} in the {p}.",
    "{N} in the {p}, which is new.",
    "{N} in the {p}, not present previously.",
    "{N} in the {p}, not seen before.",
    "{N} in the {p} that was not present on the previous study.",
    "{N} in the {p}, new since 2019.",
    "{N} is newly seen in the {p}.",
    "Newly seen {b} in the {p}.",
    "{P}: new {b}.",
    "The {p} contains a new {b}.",
]

# A place said as an adjective, and its side in every spelling.
ADJECTIVES = [
    ("a cyst", "left kidney", "left", "renal"),
    ("a mass", "right adrenal gland", "right", "adrenal"),
    ("a cyst", "left ovary", "left", "ovarian"),
    ("a fracture", "right clavicle", "right", "clavicular"),
    ("a fracture", "left femur", "left", "femoral"),
    ("an infarct", "right cerebellum", "right", "cerebellar"),
    ("a nodule", "left thyroid", "left", "thyroid"),
    ("an effusion", "right knee", "right", "knee"),
    ("a hematoma", "left psoas", "left", "psoas"),
    ("a stone", "right ureter", "right", "ureteric"),
]
SPELLINGS = [
    "There is {n} in the {p}.",
    "{S} {a} {b}.",
    "{S}-sided {a} {b}.",
    "There is a {s} {a} {b}.",
    "A {s} {a} {b} is seen.",
    "{A} {b} on the {s}.",
    "{A} {b}, {s}.",
    "{A} {b} ({s}).",
    "{A} {b} on the {s} side.",
    "There is a {a} {b} on the {s}.",
    "On the {s} there is a {a} {b}.",
    "On the {s}, a {a} {b} is present.",
    "{S}: {a} {b}.",
    "{B} of the {p}.",
    "{B}, {p}.",
    "The {p} has {n}.",
]

# What a thing does to its neighbour: as a verb, as a participle, as a noun, of the one and of the other.
EFFECTS = [
    (
        "a mass",
        "head of the pancreas",
        "common bile duct",
        "compress",
        "compresses",
        "compressed",
        "compressing",
        "compression of",
    ),
    ("a mass", "left upper lobe", "chest wall", "invade", "invades", "invaded", "invading", "invasion of"),
    ("a mass", "right kidney", "renal vein", "invade", "invades", "invaded", "invading", "invasion of"),
    ("a disc protrusion", "L4/5 level", "thecal sac", "indent", "indents", "indented", "indenting", "indentation of"),
    ("a goiter", "neck", "trachea", "displace", "displaces", "displaced", "displacing", "displacement of"),
    (
        "a mass",
        "anterior mediastinum",
        "superior vena cava",
        "encase",
        "encases",
        "encased",
        "encasing",
        "encasement of",
    ),
    ("a stone", "left ureter", "left kidney", "obstruct", "obstructs", "obstructed", "obstructing", "obstruction of"),
    (
        "an abscess",
        "left frontal lobe",
        "left lateral ventricle",
        "efface",
        "effaces",
        "effaced",
        "effacing",
        "effacement of",
    ),
    ("a tumor", "rectum", "prostate", "abut", "abuts", "abutted", "abutting", "abutment of"),
    ("a mass", "left tibia", "cortex", "destroy", "destroys", "destroyed", "destroying", "destruction of"),
]
EFFECT = [
    "{N} in the {p} {s} the {q}.",
    "{N} in the {p}, which {s} the {q}.",
    "There is {n} in the {p} that {s} the {q}.",
    "There is {n} in the {p}. It {s} the {q}.",
    "There is {n} in the {p}. The {b} {s} the {q}.",
    "There is {n} in the {p}. This {s} the {q}.",
    "{N} in the {p} {g} the {q}.",
    "{N} in the {p}, {g} the {q}.",
    "{N} in the {p} has {d} the {q}.",
    "{N} in the {p} with {o} the {q}.",
    "{N} in the {p} causing {o} the {q}.",
    "{N} in the {p} causes {o} the {q}.",
    "{N} is seen in the {p} and {s} the {q}.",
    "The {q} is {d} by {n} in the {p}.",
    "There is {n} in the {p}. There is {o} the {q}.",
    "There is {n} in the {p}. The {q} is {d} by it.",
]
NO_EFFECT = [
    "{N} in the {p} without {o} the {q}.",
    "{N} in the {p} does not {v} the {q}.",
    "{N} in the {p}, which does not {v} the {q}.",
    "{N} in the {p} that does not {v} the {q}.",
    "There is {n} in the {p}. It does not {v} the {q}.",
    "There is {n} in the {p}. The {b} does not {v} the {q}.",
    "There is {n} in the {p} with no {o} the {q}.",
    "There is {n} in the {p}. There is no {o} the {q}.",
    "There is {n} in the {p}. No {o} the {q}.",
    "There is {n} in the {p}. The {q} is not {d}.",
    "{N} in the {p}, not {g} the {q}.",
    "{N} in the {p} but no {o} the {q}.",
    "{N} is seen in the {p} and does not {v} the {q}.",
    "{N} is seen in the {p} but does not {v} the {q}.",
    "{N} in the {p} without evidence of {o} the {q}.",
]

DEVICES = [
    ("an endotracheal tube",),
    ("a nasogastric tube",),
    ("a right chest tube",),
    ("a left subclavian central line",),
    ("a left nephrostomy tube",),
    ("a biliary stent",),
    ("a tracheostomy tube",),
    ("a pacemaker",),
    ("an intrauterine device",),
    ("a right ureteric stent",),
]
IN_PLACE = [
    "{N} is in place.",
    "{N} is in situ.",
    "{B} in situ.",
    "{B} in place.",
    "{N} remains in place.",
    "There is {n} in place.",
    "There is {n} in situ.",
]
PRESENT = [
    "There is {n}.",
    "{N} is present.",
    "{B} present.",
    "{B} noted.",
    "Note is made of {n}.",
    "{N} has been placed.",
    "{N} has been inserted.",
    "{N} is seen.",
    "Presence of {n}.",
]
REMOVED = [
    "The {b} has been removed.",
    "{B} has been removed.",
    "The {b} was removed.",
    "Interval removal of the {b}.",
    "There has been interval removal of the {b}.",
    "Removal of the {b}.",
    "{B} removed.",
    "The {b} has been taken out.",
    "The {b} is no longer present.",
    "The {b} is no longer seen.",
    "The previously seen {b} has been removed.",
]

# What an organ measures, and what is in it.
MEASURED_ORGANS = [
    ("a cyst", "right kidney"),
    ("a stone", "left kidney"),
    ("a cyst", "left ovary"),
    ("a fibroid", "uterus"),
    ("a nodule", "right lobe of the thyroid"),
    ("a polyp", "endometrium"),
    ("a hemangioma", "liver"),
]
ORGAN_AND_CONTENT = [
    "The {p} measures 52 mm. The {p} contains {n}.",
    "The {p} measures 52 mm and contains {n}.",
    "The {p} measures 52 mm in length and contains {n}.",
    "The {p} measures 52 mm and shows {n}.",
    "The {p} measures 52 mm, and has {n}.",
    "The {p} measures 5.2 cm and contains {n}.",
    "The {p} measures 52 mm; it contains {n}.",
    "The {p} measures 52 mm. It contains {n}.",
    "The {p} measures 52 mm. There is {n} in the {p}.",
    "{P} measures 52 mm and contains {n}.",
    "{P} 52 mm. {P} contains {n}.",
    "The {p}, which measures 52 mm, contains {n}.",
]

# The one side and the other.
LEFT_AND_RIGHT = [
    "The left {p} contains {n}. The right {p} is normal.",
    "The left {p} contains {n} and the right {p} is normal.",
    "The left {p} contains {n}; the right {p} is normal.",
    "The left {p} contains {n}. The right is normal.",
    "The left {p} contains {n} and the right is normal.",
    "The left {p} contains {n}, the right is normal.",
    "The left {p} contains {n}, the right one is normal.",
    "The left {p} contains {n}, while the right is normal.",
    "There is {n} in the left {p}. The right {p} is normal.",
    "There is {n} in the left {p}. The right is normal.",
    "There is {n} in the left {p}. The other {p} is normal.",
    "There is {n} in the left {p}. The opposite {p} is normal.",
    "There is {n} in the left {p}. The contralateral {p} is normal.",
    "{N} in the left {p}, normal right {p}.",
    "{N} in the left {p}; right {p} normal.",
    "Left {p}: {b}. Right {p}: normal.",
    "Normal right {p}. {N} in the left {p}.",
    "The right {p} is normal. The left contains {n}.",
    "The right {p} is normal, the left contains {n}.",
    "The right {p} is normal but the left shows {n}.",
]

# A thing, and two more of the same place that come with it.
COMPANIONS = [
    ("a mass", "left kidney", "calcification", "hemorrhage"),
    ("consolidation", "right lower lobe", "cavitation", "volume loss"),
    ("a fracture", "left distal radius", "displacement", "angulation"),
    ("osteoarthritis", "right knee", "joint space narrowing", "osteophytes"),
    ("an abscess", "left psoas muscle", "gas", "edema"),
    ("a tear", "right supraspinatus tendon", "retraction", "edema"),
    ("cholelithiasis", "gallbladder", "wall thickening", "distension"),
    ("an infarct", "left cerebellar hemisphere", "hemorrhage", "edema"),
]
TOGETHER = [
    "There is {n} in the {p} with {x} and {y}.",
    "There is {n} in the {p}, with {x} and {y}.",
    "{N} in the {p} with {x} and {y}.",
    "{N} in the {p} with {x} and with {y}.",
    "{N} in the {p}, associated with {x} and {y}.",
    "{N} in the {p} with associated {x} and {y}.",
    "{N} in the {p} accompanied by {x} and {y}.",
    "{N} in the {p} together with {x} and {y}.",
    "{N} in the {p}, as well as {x} and {y}.",
    "There is {n} in the {p}. There is {x} and {y}.",
    "There is {n} in the {p}. There is also {x} and {y}.",
    "There is {n} in the {p}. There is associated {x} and {y}.",
    "There is {n} in the {p}, and there is {x} and {y}.",
    "There is {n}, {x} and {y} in the {p}.",
    "The {p} shows {n}, {x} and {y}.",
    "The {p} shows {n} with {x} and {y}.",
    "In the {p} there is {n} with {x} and {y}.",
    "{P}: {b} with {x} and {y}.",
    "{P}: {b}, {x} and {y}.",
    "{P}: {b}, {x}, {y}.",
    "{X}, {y} and {n} in the {p}.",
]

TIPS = [
    ("endotracheal tube", "in the trachea"),
    ("nasogastric tube", "in the stomach"),
    ("right internal jugular catheter", "in the superior vena cava"),
    ("left subclavian line", "in the right atrium"),
    ("right chest drain", "in the right pleural space"),
    ("left ureteric stent", "in the bladder"),
    ("gastrostomy tube", "in the stomach"),
]
ENDS = [
    "The tip of the {a} is {b}.",
    "The {a} tip is {b}.",
    "{A} with its tip {b}.",
    "{A} with tip {b}.",
    "{A}, tip {b}.",
    "{A} tip {b}.",
    "The {a} ends {b}.",
    "The {a} terminates {b}.",
    "The tip of the {a} lies {b}.",
    "The {a} lies with its tip {b}.",
    "There is a {a} with its tip {b}.",
    "There is a {a}, the tip of which is {b}.",
    "There is a {a} whose tip lies {b}.",
    "The {a} has its tip {b}.",
    "A {a} is seen, its tip {b}.",
]


class Group(NamedTuple):
    """Constructions that all say the same of a thing, the plainest first; `slots` name the words of each thing."""

    slots: str
    things: list[tuple[str, ...]]
    constructions: list[str]


GROUPS = {
    "asserted": Group("np", THINGS, ASSERTED),
    "denied": Group("np", THINGS, DENIED),
    "possible": Group("np", THINGS, POSSIBLE),
    "probable": Group("np", THINGS, PROBABLE),
    "unchanged": Group("np", THINGS, UNCHANGED),
    "larger": Group("np", THINGS, LARGER),
    "smaller": Group("np", THINGS, SMALLER),
    "resolved": Group("np", THINGS, RESOLVED),
    "measured": Group("np", THINGS, MEASURED),
    "grew": Group("np", THINGS, GREW),
    "both": Group("npmq", TWO, BOTH),
    "one denied": Group("npmq", TWO, ONE_DENIED),
    "neither": Group("npmq", TWO, NEITHER),
    "described": Group("npxy", DESCRIBED, DETAILS),
    "inferred": Group("npm", NATURE, INFERRED),
    "normal": Group("abc", ORGANS, NORMAL),
    "none of": Group("abc", ABSENT, NONE_OF),
    "largest": Group("np", PLURAL, LARGEST),
    "state": Group("abc", STATES, STATE),
    "denied state": Group("abc", STATES, STATE_DENIED),
    "mild": Group("abc", STATES, MILD),
    "two states": Group("pxqy", BOTH_STATES, TWO_STATES),
    "comes with": Group("npmq", CAUSES, COMES_WITH),
    "each side": Group("nspqa", PAIRED, EACH_SIDE),
    "size of each": Group("nspqa", PAIRED, SIZE_OF_EACH),
    "other side": Group("nspqa", PAIRED, OTHER_SIDE),
    "predicates": Group("npxy", SUBJECTS, PREDICATES),
    "place later": Group("np", THINGS, PLACE_LATER),
    "two places": Group("nspq", SEVERAL, TWO_PLACES),
    "counted": Group("np", PLURAL, COUNTED),
    "otherwise": Group("np", EXCEPT, OTHERWISE),
    "not excluded": Group("np", THINGS, NOT_EXCLUDED),
    "two sizes": Group("np", THINGS, TWO_SIZES),
    "normal in": Group("abc", ORGANS, NORMAL_IN),
    "acute": Group("np", ONSETS, ACUTE),
    "new": Group("np", THINGS, NEW),
    "spelled": Group("npsa", ADJECTIVES, SPELLINGS),
    "effect": Group("npqvsdgo", EFFECTS, EFFECT),
    "no effect": Group("npqvsdgo", EFFECTS, NO_EFFECT),
    "in place": Group("n", DEVICES, IN_PLACE),
    "present": Group("n", DEVICES, PRESENT),
    "removed": Group("n", DEVICES, REMOVED),
    "content": Group("np", MEASURED_ORGANS, ORGAN_AND_CONTENT),
    "left, right": Group("nspqa", PAIRED, LEFT_AND_RIGHT),
    "together": Group("npxy", COMPANIONS, TOGETHER),
    "ends": Group("ab", TIPS, ENDS),
}
COMPARED = ("concept", "site", "side", "polarity", "how_sure", "details")


def say(construction: str, slots: str, thing: tuple[str, ...]) -> str:
    """The thing in that construction. A capital begins a sentence; b and c are n and m without their articles."""
    words = dict(zip(slots, thing, strict=True))
    for thing_slot, bare_slot in (("n", "b"), ("m", "c")):
        if thing_slot in words:
            words[bare_slot] = bare(words[thing_slot])
    words |= {slot.upper(): capital(word) for slot, word in words.items()}
    return construction.format(**words)


def read(program: str, texts: list[str]) -> list[list[dict]]:
    """The Findings of each text."""
    with tempfile.TemporaryDirectory() as folder:
        reports, out = Path(folder, "reports.jsonl"), Path(folder, "findings.jsonl")
        reports.write_text("".join(json.dumps({"id": str(i), "text": t}) + "\n" for i, t in enumerate(texts)))
        subprocess.run([program, "findings", str(reports), "-o", str(out), "--quiet"], check=True)
        return [json.loads(line)["findings"] for line in out.read_text().splitlines()]


def in_short(findings: list[dict]) -> list[str]:
    """What is compared of each, as text."""
    return sorted({json.dumps([f[field] for field in COMPARED]) for f in findings})


def main() -> None:
    words = sys.argv[1:]
    if not words:
        sys.exit(__doc__)
    only = words[words.index("--failures") + 1] if "--failures" in words[:-1] else ""
    cases = [
        (name, construction, say(construction, slots, thing), say(constructions[0], slots, thing))
        for name, (slots, things, constructions) in GROUPS.items()
        for construction in constructions
        for thing in things
    ]
    said = [in_short(f) for f in read(words[0], [text for _, _, text, _ in cases])]
    plain = [in_short(f) for f in read(words[0], [text for _, _, _, text in cases])]
    shares: dict[str, list[bool]] = {}
    groups: dict[str, list[bool]] = {}
    for (group, construction, text, _), got, wanted in zip(cases, said, plain, strict=True):
        shares.setdefault(construction, []).append(got == wanted)
        groups.setdefault(group, []).append(got == wanted)
        if "--failures" in words and got != wanted and only in construction:
            lost, added = [f for f in wanted if f not in got], [f for f in got if f not in wanted]
            print(text, *[f"\n    - {f}" for f in lost], *[f"\n    + {f}" for f in added])
    for construction, same in sorted(shares.items(), key=lambda one: sum(one[1]) / len(one[1])):
        print(f"{100 * sum(same) / len(same):6.1f}  {construction}")
    for group, same in groups.items():
        print(f"{group:10} {100 * sum(same) / len(same):5.1f}% of {len(same)}")
    everything = [one for same in groups.values() for one in same]
    print(f"{'all':10} {100 * sum(everything) / len(everything):5.1f}% of {len(everything)}")


if __name__ == "__main__":
    main()

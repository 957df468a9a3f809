"""Writes the web fonts of the site from their full variable sources. Run it after a change here:
    python3 shell/fonts/web-fonts.py            (Debian: python3-fonttools, python3-brotli)
The results are committed: no build depends on this script. Licence of both: SIL Open Font License 1.1, without reserved names;
the copyright and the licence's address stay in the files.
"""
import os
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib import instancer
from fontTools.varLib.models import normalizeValue, piecewiseLinearMap

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, '../node_modules/@fontsource-variable')
ARCHIVO = f'{SOURCES}/archivo/files/archivo-latin-wdth-normal.woff2'
MONO = f'{SOURCES}/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'
# Both first faces, which every page preloads.
BUDGET_BYTES = 30_000

ASCII = ''.join(map(chr, range(0x20, 0x7F)))
# What careful typesetting needs. Archivo has no arrows; those come from the monospace, next to it in the font stack.
PUNCTUATION = '\u00a0©®°±·×–—‘’‚“”„•…‹›€−'
COMMON = 'äöüßéèàçñÄÖÜÉ'
# The other letters of western Europe: a face of their own, which a page fetches that has one (its `unicode-range` in fonts.css).
RARE = 'ÀÁÂÃÅÆÇÈÊËÍÎÏÑÓÔÕØÚáâãåæêëíîïòóôõøùúûýÿŒœŠšŽž'
MONO_TEXT = ASCII + 'ÄÖÜßäöüéèà\u00a0©°±·×–—‘’“”•…€−←↑→↓↗↳■□●○│─└├█'
# Letters about as often as titles have them.
ENGLISH = 'Deploying groups of pages separately, at no cost to the visitor. Builds that repeat, byte for byte: what we tried, kept.'
# Copyright, family, style, licence.
NAMES = [0, 1, 2, 14]
WEIGHTS, WIDTHS = (400, 400, 800), (100, 100, 125)


def cut(source, text, features):
    """The font with the characters of `text` alone."""
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options()
    options.layout_features = features
    options.hinting = options.notdef_outline = options.glyph_names = options.legacy_kern = False
    options.name_IDs = NAMES
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    return font


def instance(font, **limits):
    """The font with these axes alone, pinned or cut to (least, default, most)."""
    return instancer.instantiateVariableFont(font, limits, optimize=False)


def points(font, glyph):
    return font['glyf']._getCoordinatesAndControls(glyph, font['hmtx'].metrics)


def deltas(of, less, scale=1):
    return [((x - u) / scale, (y - v) / scale) for (x, y), (u, v) in zip(of, less)]


def whole(vectors):
    return [(round(x), round(y)) for x, y in vectors]


def archivo(text):
    """Three masters instead of six: 400/100, and what weight and width add to it. Exact at 400/100, 700/100 and 800/125, which the
    site is set in. For 700/112 and 700/118 places on the axis of width are chosen at which lines are as long as the whole font's."""
    font = cut(ARCHIVO, text, ['kern', 'tnum'])
    light = instance(font, wght=WEIGHTS, wdth=WIDTHS)
    bold, widest = instance(font, wght=700, wdth=100), instance(font, wght=800, wdth=125)
    seven = place(font)
    for glyph in light['gvar'].variations:
        base, controls = points(light, glyph)
        weight = whole(deltas(points(bold, glyph)[0], base, seven))
        width = whole(deltas(deltas(points(widest, glyph)[0], base), weight))
        light['gvar'].variations[glyph] = [
            variation(axis, moved, base, controls.endPts, light['glyf'][glyph].isComposite())
            for axis, moved in (('wght', weight), ('wdth', width))
            if any(point != (0, 0) for point in moved)
        ]
    light['avar'].segments['wdth'] = widths()
    return light


def widths():
    """What 112 % and 118 % are on the axis of width: where a line of 700 is as long as in the whole font."""
    font = cut(ARCHIVO, ENGLISH, [])
    bold = length(font, 700, 100)
    weight = bold - length(font, 400, 100)
    width = length(font, 800, 125) - length(font, 400, 100) - weight / place(font)
    found = {normalizeValue(percent, WIDTHS): (length(font, 700, percent) - bold) / width for percent in (112, 118)}
    return {-1: -1, 0: 0, **found, 1: 1}


def place(font):
    """Of 700 on the axis of weight, from 400 to 800."""
    axis = instance(font, wght=WEIGHTS, wdth=WIDTHS)['avar'].segments['wght']
    return piecewiseLinearMap(normalizeValue(700, WEIGHTS), axis)


def length(font, weight, width):
    """Of a line of English, in units of the font."""
    pinned = instance(font, wght=weight, wdth=width)
    glyphs = pinned.getBestCmap()
    return sum(pinned['hmtx'][glyphs[ord(letter)]][0] for letter in ENGLISH)


def variation(axis, moved, base, ends, composite):
    made = TupleVariation({axis: (0, 1, 1)}, moved)
    made.optimize(base, ends, isComposite=composite)
    return made


def mono(text):
    # No `calt`: its ligatures turn != and => into other shapes, which misleads in code samples.
    return instance(cut(MONO, text, []), wght=(400, 400, 700))


def save(font, name):
    """Without what only programs show that let people choose a style, and without tables of widths: outlines have those too."""
    for table in ('HVAR', 'MVAR', 'STAT'):
        if table in font:
            del font[table]
    font['fvar'].instances = []
    axes = {axis.axisNameID for axis in font['fvar'].axes}
    font['name'].names = [name for name in font['name'].names if name.nameID in {*NAMES, *axes}]
    font.flavor = 'woff2'
    file = os.path.join(HERE, name)
    font.save(file)
    size = os.path.getsize(file)
    print(name, size, 'bytes', font['maxp'].numGlyphs, 'glyphs')
    return size


first = save(archivo(ASCII + COMMON + PUNCTUATION), 'archivo.woff2') + save(mono(MONO_TEXT), 'jetbrains-mono.woff2')
save(archivo(RARE), 'archivo-rare.woff2')
if first > BUDGET_BYTES:
    raise SystemExit(f'The fonts weigh {first} bytes; the budget is {BUDGET_BYTES}.')

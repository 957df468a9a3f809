"""Writes the web fonts of the site from their full variable sources. Run it after a change here:
    python3 shell/fonts/web-fonts.py            (Debian: python3-fonttools, python3-brotli)
The results are committed: no build depends on this script. Licence of both: SIL Open Font License 1.1, without reserved
names; the copyright and the licence's address stay in the files.
"""
import os
from string import ascii_letters, digits
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib import instancer

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, '../node_modules/@fontsource-variable')
ARCHIVO = f'{SOURCES}/archivo/files/archivo-latin-wdth-normal.woff2'
MONO = f'{SOURCES}/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'
# Every page preloads the first two faces, beside its stylesheet. A line of 1.6 Mbit/s and 150 ms carries 21 segments of
# 1,460 bytes in a round trip, seven for each: a face that fits in, with about 870 bytes of headers, needs no second
# round trip.
FIRST_BYTES = 9_350

ASCII = ''.join(map(chr, range(0x20, 0x7F)))
# What the prose of the site is set in. Archivo has no arrows; those come from the monospace, next to it in the font
# stack.
PROSE = ascii_letters + digits + '\u00a0 !"%&\'()+,-./:;?©–—’“”…'
# Other signs and the accented letters of western Europe: a face of their own, which a page fetches that has one (its
# `unicode-range` in fonts.css).
RARE = r'#$*<=>@[\]^_`{|}~®°±·×‘‚„•‹›€−ÀÁÂÃÄÅÆÇÈÉÊËÍÎÏÑÓÔÕÖØÚÜßàáâãäåæçèéêëíîïñòóôõöøùúûüýÿŒœŠšŽž'
MONO_TEXT = ASCII + 'ÄÖÜßäöüéèà\u00a0©°±·×–—‘’“”•…€−←↑→↓↗↳■□●○│─└├█'
# Copyright, family, style, licence.
NAMES = [0, 1, 2, 14]
WEIGHTS = (400, 400, 800)


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


def archivo(text):
    """Two masters on one axis: 400 at 100 % of the width, and 800 at 125 %. A heavier text is wider, too. The kerning is
    that of the heavy master, because titles show it most. A grid of 500 units takes fewer bytes than one of 1,000."""
    font = cut(ARCHIVO, text, ['kern'])
    light, heavy = instance(font, wght=WEIGHTS, wdth=100), instance(font, wght=800, wdth=125)
    for glyph in light['gvar'].variations:
        base, controls = points(light, glyph)
        moved = [(round(x - u), round(y - v)) for (x, y), (u, v) in zip(points(heavy, glyph)[0], base)]
        light['gvar'].variations[glyph] = []
        if any(point != (0, 0) for point in moved):
            made = TupleVariation({'wght': (0, 1, 1)}, moved)
            made.optimize(base, controls.endPts, isComposite=light['glyf'][glyph].isComposite())
            light['gvar'].variations[glyph].append(made)
    for table in ('GPOS', 'GDEF'):
        light[table] = heavy[table]
    scale_upem(light, 500)
    return light


def mono(text):
    # No `calt`: its ligatures turn != and => into other shapes, which misleads in code samples.
    return instance(cut(MONO, text, []), wght=(400, 400, 700))


def save(font, name):
    """The font without the names of styles, which only programs with a choice of styles show, and without the tables of
    widths, which the outlines have, too."""
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


for font, name in ((archivo(PROSE), 'archivo.woff2'), (mono(MONO_TEXT), 'jetbrains-mono.woff2')):
    if save(font, name) > FIRST_BYTES:
        raise SystemExit(f'{name} is larger than {FIRST_BYTES} bytes.')
save(archivo(RARE), 'archivo-rare.woff2')

const NARROW = 1;
const WIDE = 3;

/** Which of the five elements of each digit are wide. */
const WIDE_ELEMENTS = [
  '00110',
  '10001',
  '01001',
  '11000',
  '00101',
  '10100',
  '01100',
  '00011',
  '10010',
  '01010',
];
const START = [NARROW, NARROW, NARROW, NARROW];
const STOP = [WIDE, NARROW, NARROW];

/**
 * Interleaved 2 of 5: the widths of bars and spaces in turn, a bar first, in modules.
 * The first digit of each pair is drawn in the bars and the second in the spaces between them.
 */
export function itfBars(digits: string): number[] {
  if (!/^(?:[0-9]{2})+$/.test(digits)) throw new RangeError('ITF draws an even number of digits');
  const widths = [...START];
  for (let index = 0; index < digits.length; index += 2) {
    const bars = elementsOf(digits, index);
    const spaces = elementsOf(digits, index + 1);
    for (let element = 0; element < 5; element++) {
      widths.push(bars[element] === '1' ? WIDE : NARROW, spaces[element] === '1' ? WIDE : NARROW);
    }
  }
  return [...widths, ...STOP];
}

/** The page leaves the quiet zone of 5 mm on either side. */
export function itfSvg(digits: string, size: { widthMm: number; heightMm: number }): string {
  let modules = 0;
  let path = '';
  itfBars(digits).forEach((width, index) => {
    if (index % 2 === 0) path += `M${modules} 0h${width}v1h-${width}z`;
    modules += width;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.widthMm}mm" height="${size.heightMm}mm" ` +
    `viewBox="0 0 ${modules} 1" preserveAspectRatio="none" shape-rendering="crispEdges" role="img">` +
    `<path d="${path}"/></svg>`
  );
}

function elementsOf(digits: string, index: number): string {
  return WIDE_ELEMENTS[Number(digits[index])] ?? '';
}

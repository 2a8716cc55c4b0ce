// The service speaks of bytes of UTF-8, the browser of UTF-16 units.

export class ByteMap {
  private readonly units: Uint32Array; // by byte: where its character begins in UTF-16
  private readonly bytes: Uint32Array; // by unit: where its character begins in bytes

  constructor(text: string) {
    const size = new TextEncoder().encode(text).length;
    this.units = new Uint32Array(size + 1);
    this.bytes = new Uint32Array(text.length + 1);
    let byte = 0;
    let unit = 0;
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      const length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      this.units.fill(unit, byte, byte + length);
      this.bytes.fill(byte, unit, unit + character.length);
      byte += length;
      unit += character.length;
    }
    this.units[size] = unit;
    this.bytes[text.length] = byte;
  }

  unit(byte: number): number {
    return this.units[Math.min(byte, this.units.length - 1)] ?? 0;
  }
  byte(unit: number): number {
    return this.bytes[Math.min(unit, this.bytes.length - 1)] ?? 0;
  }
}

export function shown(value: number | null | undefined, digits = 2): string {
  return value === null || value === undefined ? "–" : value.toFixed(digits);
}

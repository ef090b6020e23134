/** A dynamic code of this bank, written here on its own: field, length, value, and a CRC-16 at the end. */
export function pixCode(txid: string): string {
  const location = field('00', 'br.gov.bcb.pix') + field('25', `qr.inter.example/v2/${txid}`);
  const head =
    field('00', '01') +
    field('01', '12') +
    field('26', location) +
    field('52', '0000') +
    field('53', '986') +
    field('58', 'BR') +
    field('59', 'LOJA') +
    field('60', 'BELO HORIZONTE') +
    field('62', field('05', '***'));
  return `${head}6304${checksum(`${head}6304`)}`;
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value;
}

function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

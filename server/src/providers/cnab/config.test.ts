import { describe, expect, it } from 'vitest';
import { cnabConfig, cnabEnvironment } from '../../../../test/support/cnab-settings.ts';
import { BANK_NAMES } from '../../brazil/cnab/bank.ts';
import { readBanks } from '../banks/read.ts';
import { bankSetting } from '../banks/settings.ts';

describe('the settings of a bank that takes files', () => {
  it.each(BANK_NAMES)('are read for %s', (bank) => {
    const config = cnabConfig(cnabEnvironment('main', bank), 'main', bank);
    expect(config.bank.name).toBe(bank);
    expect(config.agreement.company).toEqual({ name: 'Sapataria Tres Irmaos', document: '11222333000181' });
    expect(config.cutOffs).toEqual(['17:00']);
    expect([config.folderIn, config.folderOut, config.isTest, config.titleKind]).toEqual([
      null,
      null,
      false,
      '99',
    ]);
  });

  it.each([
    ['COVENANT', undefined, 'is missing'],
    ['COVENANT', '12A', 'must be digits'],
    ['WALLET', '123', 'must have at most 2 digits'],
    ['DOCUMENT', '11222333000180', 'must be a CPF or CNPJ'],
    ['DOCUMENT', '12ABC34501DE35', 'which no bank has said how to take'],
    ['CUT_OFF', '25:00', 'must be times such as 12:00,17:00'],
    ['TEST', 'on', 'no mark of a test'],
    ['FOLDER_IN', 'here', 'must be a path that begins with /'],
    ['STATION', '02', 'is not a setting of the bank cnab-bradesco'],
    ['COVENAT', '1', 'is not a setting of the bank cnab-bradesco'],
  ])('name %s when it is %s', (setting, value, message) => {
    const environment = {
      ...cnabEnvironment('main', 'bradesco'),
      [bankSetting('main', setting)]: value ?? '',
    };
    const lists = { boleto: ['main:cnab-bradesco'], payout: [], pix: [] };
    expect(() => readBanks(environment, lists)).toThrow(message);
    expect(() => readBanks(environment, lists)).toThrow(`GUICHE_BANK_MAIN_${setting}`);
  });

  it('name the folder of the bank when it is that of our own files, however it is written', () => {
    const folders = { FOLDER_OUT: '/srv/bank', FOLDER_IN: '/srv/other/../bank/' };
    const environment = Object.fromEntries(
      Object.entries(folders).map(([setting, path]) => [bankSetting('main', setting), path]),
    );
    const read = () => cnabConfig({ ...cnabEnvironment('main', 'itau'), ...environment }, 'main', 'itau');
    expect(read).toThrow(
      'GUICHE_BANK_MAIN_FOLDER_IN must be another folder than GUICHE_BANK_MAIN_FOLDER_OUT.',
    );
  });

  it('take times of the day in order, or none', () => {
    const at = (times: string) =>
      cnabConfig(
        { ...cnabEnvironment('main', 'itau'), GUICHE_BANK_MAIN_CUT_OFF: times },
        ...(['main', 'itau'] as const),
      ).cutOffs;
    expect(at('17:00, 12:00,17:00')).toEqual(['12:00', '17:00']);
    expect(at('none')).toEqual([]);
  });

  it('need the code in the barcode at Santander, whose files have another', () => {
    const { GUICHE_BANK_MAIN_BENEFICIARY: _, ...without } = cnabEnvironment('main', 'santander');
    expect(() => cnabConfig(without, 'main', 'santander')).toThrow('GUICHE_BANK_MAIN_BENEFICIARY is missing');
  });
});

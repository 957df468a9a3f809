import { describe, expect, test } from 'vitest';
import { enquirySettings } from '../src/settings.ts';

describe('settings', () => {
  test('are all optional', () => {
    expect(enquirySettings.parse({})).toEqual({
      retentionDays: 365,
      filesBytes: 2048 * 1024 * 1024,
      limits: { perAddressPer10Minutes: 20, totalPerMinute: 300 },
    });
  });

  test.each([
    [
      { retentionDays: '-1', filesBytes: '1.5', perAddressPer10Minutes: 'many' },
      ['retentionDays', 'filesBytes', 'perAddressPer10Minutes'],
    ],
  ])('%j is refused with the names of the settings', (values, names) => {
    expect(enquirySettings.safeParse(values).error!.issues.map(({ path }) => path.join())).toEqual(names);
  });

  test('filesBytes of 0 means no limit', () => {
    expect(enquirySettings.parse({ filesBytes: '0' }).filesBytes).toBe(Infinity);
  });
});

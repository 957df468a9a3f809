import type { MeasuredRelease, ReleaseMeasurement } from '@voltframe/kit/contract/operations/figures';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { MeasurementStore } from './measurement-store.ts';

/** @returns what was measured of each release, beside what is kept of the live one of its app. */
export async function whatChanged(
  store: Pick<MeasurementStore, 'of'>,
  releases: Readonly<Record<string, Release>>,
  live: Readonly<Record<string, Release>>,
  measured: Readonly<Record<string, ReleaseMeasurement>>,
): Promise<MeasuredRelease[]> {
  const beside = Object.entries(measured).map(async ([app, own]): Promise<MeasuredRelease> => {
    const digest = live[app]?.digest;
    const before = digest === undefined ? undefined : await store.of(app, digest);
    return {
      app,
      digest: releases[app]!.digest,
      measured: own,
      ...(digest !== undefined && before && { before: { ...before, digest } }),
    };
  });
  return Promise.all(beside);
}

export async function keepMeasured(
  store: Pick<MeasurementStore, 'keep'>,
  measured: readonly MeasuredRelease[],
): Promise<void> {
  for (const { app, digest, measured: own } of measured) await store.keep(app, digest, own);
}

import type { Config } from './config.ts'
import { createS3Storage } from './s3-storage.ts'
import { createLocalStorage, type Storage } from './storage.ts'

/** A bucket when one is configured, the data folder otherwise. */
export function createStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage {
  return s3 ? createS3Storage(s3) : createLocalStorage({ dataDir })
}

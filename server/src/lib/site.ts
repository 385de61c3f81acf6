import type { Config } from './config.ts'

/** The address that links in letters begin with: outside a request there is no other to ask. Without a slash at its end. */
export function siteUrlOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}

import { readFile } from 'node:fs/promises'

/** Migrations from before 0.1.0, in their order, and what carries a database that they made to the schema of the start. */
export type CarryOver = { earlier: { name: string; checksum: string }[]; sql: string }

/** Reads the folder `carry-over` beside the migrations. A folder without it carries nothing over. */
export async function readCarryOver(folder: string): Promise<CarryOver> {
  const list = await readOptional(`${folder}/carry-over/earlier-migrations.sha256`)
  const earlier = list.split('\n').flatMap((line) => {
    const [checksum, name] = line.trim().split(/\s+/)
    return checksum && name ? [{ name, checksum }] : []
  })
  return { earlier, sql: await readOptional(`${folder}/carry-over/carry-over.sql`) }
}

async function readOptional(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

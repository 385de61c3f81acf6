import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readPath, reportFailure, withBackupTarget } from './backup/backup-target.ts'
import { takeBackup } from './backup/take-backup.ts'

/** `npm run backup -- <file or folder>`: database and images in one file. Given a folder, the file is named by the time. */
async function main() {
  const { positionals } = parseArgs({ allowPositionals: true })
  if (positionals.length !== 1) throw new Error('Diga onde guardar o backup: npm run backup -- <arquivo ou pasta>')
  const path = readPath(positionals[0] as string)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
  const file = isFolder
    ? join(path, `na-regua-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst`)
    : path
  await withBackupTarget(async ({ databaseUrl, uploads }) => {
    const { tables } = await takeBackup({ databaseUrl, uploads, file })
    const rows = tables.reduce((sum, table) => sum + Number(table.rows), 0)
    console.log(`${file}: ${tables.length} tabelas, ${rows} linhas, ${(statSync(file).size / 1e6).toFixed(1)} MB.`)
    if (!uploads) console.log('As imagens ficam no S3 e não estão no backup.')
  })
}

main().catch(reportFailure)

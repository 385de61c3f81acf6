import { parseArgs } from 'node:util'
import { readPath, reportFailure, withBackupTarget } from './backup/backup-target.ts'
import { restoreBackup } from './backup/restore-backup.ts'

/** `npm run restore -- <file> [--replace]`: restores into an empty database; with --replace, instead of the existing one. */
async function main() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } })
  if (positionals.length !== 1) throw new Error('Diga qual backup restaurar: npm run restore -- <arquivo> [--replace]')
  const file = readPath(positionals[0] as string)
  await withBackupTarget(async ({ databaseUrl, uploads }) => {
    const restored = await restoreBackup({ file, databaseUrl, uploads, isReplacing: values.replace ?? false })
    console.log(
      `Restaurado o que havia em ${restored.takenAt}: ${restored.tables.length} tabelas, conferidas uma a uma.`,
    )
    if (uploads && !restored.hasUploads) console.log('O backup não tem imagens: as que estão aqui ficaram.')
  })
}

main().catch(reportFailure)

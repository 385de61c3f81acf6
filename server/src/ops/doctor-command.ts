import { fileURLToPath } from 'node:url'
import { examineDatabase } from './doctor/examine-database.ts'
import { examineEnvironment } from './doctor/examine-environment.ts'
import { examineMachine } from './doctor/examine-machine.ts'
import { examineOutside } from './doctor/examine-outside.ts'
import { describe, type Finding, fine } from './doctor/finding.ts'

const builtPages = fileURLToPath(new URL('../../web/build', import.meta.url))

/** Finds problems of a configuration. Changes nothing except for a temporary file. */
export async function examine(environment: NodeJS.ProcessEnv, webFolder = builtPages): Promise<Finding[]> {
  const { findings, config } = examineEnvironment(environment)
  if (!config) return findings
  const rest = await Promise.all([
    examineMachine(config, webFolder),
    config.databaseUrl ? examineDatabase(config.databaseUrl, config) : [fine('O banco é o nosso, na pasta de dados.')],
    examineOutside(config),
  ])
  return [...findings, ...rest.flat()]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = await examine(process.env)
  for (const finding of findings) console.log(describe(finding))
  const count = findings.filter(({ grade }) => grade === 'wrong').length
  console.log(count === 0 ? '\nNada impede o início.' : `\n${count} ${count === 1 ? 'problema' : 'problemas'}.`)
  process.exitCode = count === 0 ? 0 : 1
}

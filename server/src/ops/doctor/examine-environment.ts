import { type Config, readConfig } from '../../lib/config.ts'
import { variableNames } from '../../lib/environment.ts'
import { doubtful, type Finding, fine, wrong } from './finding.ts'

/** Checks the variables, including misspelled ones. The configuration is undefined when the app would not start with it. */
export function examineEnvironment(environment: NodeJS.ProcessEnv): { findings: Finding[]; config?: Config } {
  const misspellings = Object.keys(environment).flatMap(findMisspelling)
  try {
    const config = readConfig(environment)
    const known = variableNames.filter((name) => environment[name])
    const summary = known.length > 0 ? `definidas: ${known.join(', ')}` : 'nenhuma variável definida, valem os padrões'
    return { config, findings: [fine(`Configuração aceita (${summary}).`), ...misspellings, ...examineConfig(config)] }
  } catch (error) {
    const says = `A configuração impede o início. ${(error as Error).message}`
    return {
      findings: [wrong(says, 'Corrija a variável; docs/configuration.md diz o que cada uma aceita.'), ...misspellings],
    }
  }
}

function findMisspelling(name: string): Finding[] {
  if (variableNames.includes(name) || name.length < 5) return []
  const meant = variableNames.find((known) => isNearly(name, known))
  return meant ? [doubtful(`${name} não é lida por ninguém.`, `Seria ${meant}?`)] : []
}

/** One character differs, is missing or is too many, or two neighbors are swapped. */
function isNearly(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1) return false
  let start = 0
  while (start < known.length && name[start] === known[start]) start++
  let end = 0
  while (end < Math.min(known.length, name.length) - start && name.at(-1 - end) === known.at(-1 - end)) end++
  const ours = known.slice(start, known.length - end)
  const theirs = name.slice(start, name.length - end)
  return Math.max(ours.length, theirs.length) <= 1 || (ours.length === 2 && theirs === [...ours].reverse().join(''))
}

function examineConfig(config: Config): Finding[] {
  return config.isProduction ? examineProduction(config) : []
}

const isExample = (address: string) => /@naregua\.(test|example)\b/.test(address)

function examineProduction(config: Config): Finding[] {
  const found: Finding[] = []
  const add = (isWrong: boolean, says: string, advice: string) => isWrong && found.push(doubtful(says, advice))
  if (config.publicUrl?.startsWith('http:'))
    found.push(wrong('PUBLIC_URL é http: senhas e sessões viajam abertas.', 'Publique por https e mude PUBLIC_URL.'))
  add(
    !config.trustProxy,
    'TRUST_PROXY falta: atrás de um proxy todas as pessoas parecem uma só, e os limites as param juntas.',
    'Dê o endereço do proxy; sem proxy, ignore.',
  )
  add(!config.smtpUrl, 'SMTP_URL falta: códigos e avisos esperam na fila.', 'Configure um servidor de e-mail.')
  add(
    config.smtpUrl !== undefined && isExample(config.mailFrom),
    'MAIL_FROM ainda é o exemplo.',
    'Use um endereço do seu domínio.',
  )
  add(isExample(config.contactEmail), 'CONTACT_EMAIL ainda é o exemplo.', 'Diga quem lê a página de contato.')
  add(
    !config.stripe,
    'STRIPE_SECRET_KEY falta: os planos são pagos com dinheiro de brinquedo.',
    'Configure a Stripe antes de ter donos de verdade.',
  )
  add(config.seed === 'demo', 'SEED=demo: três contas têm uma senha conhecida.', 'Tire SEED de produção.')
  add(
    config.captcha.provider === 'off',
    'CAPTCHA=off: robôs criam contas à vontade.',
    'Use altcha, que não depende de ninguém.',
  )
  return found
}

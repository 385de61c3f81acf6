import { accountsApi } from '@na-regua/contract/accounts'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { finishBeforeLogout } from '../../lib/before-logout.ts'
import { formatCount } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { closeSession, getSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Logs out even without a connection: the token then expires on the server by itself. */
export function useLogout() {
  const navigate = useNavigate()
  return async () => {
    if (await logOut()) void navigate(paths.home())
  }
}

/** False when the user stays after all, for what was not sent yet. */
export async function logOut(): Promise<boolean> {
  await finishBeforeLogout()
  if (!(await confirmLogout())) return false
  // First: what is discarded must not be there at the next login.
  await wipe().catch((error: unknown) => console.warn('the stored day was not deleted', error))
  // Both at once: no request of the page may use a session that the server has ended.
  void api(accountsApi.logout).catch(() => undefined)
  closeSession()
  return true
}

async function wipe() {
  const { wipeVaults } = await import('@na-regua/offline')
  await wipeVaults()
}

const nothing = { count: 0, mayBeSent: false }

/** The commands on this device, which the logout deletes. */
async function countUnsent() {
  const { user } = getSession()
  if (!user) return nothing
  const { countUnsentCommands } = await import('@na-regua/offline')
  return countUnsentCommands(user.id)
}

/** False when the user stays after all: for what was not sent yet. Outside of the menu, which closes. */
async function confirmLogout(): Promise<boolean> {
  const unsent = await countUnsent().catch(() => nothing)
  if (unsent.count === 0) return true
  // Nothing is sent while the user decides.
  const { closeCommands, getCommandQueue } = await import('../../lib/use-commands.ts')
  await closeCommands()
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  root.render(<LogoutQuestion {...unsent} onChoice={resolve} />)
  const isLeaving = await promise
  root.unmount()
  element.remove()
  if (!isLeaving) void getCommandQueue().catch(() => undefined)
  return isLeaving
}

type Outcome = 'sent' | 'refused' | 'waiting'

async function sendAll(): Promise<Outcome> {
  const { user, token } = getSession()
  if (!user || !token) return 'waiting'
  const { openCommandQueue } = await import('@na-regua/offline')
  const queue = await openCommandQueue({ userId: user.id, token })
  await queue.send()
  const commands = await queue.list()
  if (commands.some(({ state }) => state === 'pending')) return 'waiting'
  return commands.some(({ state }) => state === 'refused') ? 'refused' : 'sent'
}

const problems = {
  waiting: 'Ainda não deu para enviar: sem rede. Tudo continua guardado neste aparelho.',
  refused: 'Nem tudo foi aceito. Volte e veja o que houve na sua agenda antes de sair.',
}

const lostTexts = {
  one: 'Descartada, não vale e não volta.',
  several: 'Descartadas, não valem e não voltam.',
}
/** A request was sent, and its response was lost. */
const maybeTexts = {
  one: 'O envio começou e ficou sem resposta: talvez já tenha valido. Descartada, não volta.',
  several: 'Um envio ficou sem resposta: talvez alguma já tenha valido. Descartadas, não voltam.',
}

type QuestionProps = { count: number; mayBeSent: boolean; onChoice: (isLeaving: boolean) => void }

function LogoutQuestion({ count, mayBeSent, onChoice }: QuestionProps) {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<keyof typeof problems>()
  const isOne = count === 1

  async function send() {
    setSending(true)
    const outcome = await sendAll().catch(() => 'waiting' as const)
    setSending(false)
    if (outcome === 'sent') onChoice(true)
    else setProblem(outcome)
  }

  const footer = (
    <>
      <Button variant="outline" onClick={() => onChoice(false)}>
        Voltar
      </Button>
      <Button variant="outline" className="border-red! text-red!" onClick={() => onChoice(true)}>
        Sair e descartar
      </Button>
      <Button variant="ink" isBusy={isSending} onClick={() => void send()}>
        Enviar e sair
      </Button>
    </>
  )
  const title = `Há ${formatCount(count, 'ação', 'ações')} que ainda não ${isOne ? 'foi enviada' : 'foram enviadas'}`
  return (
    <Dialog isOpen onClose={() => onChoice(false)} title={title} footer={footer}>
      <p>
        {isOne ? 'Ela está guardada' : 'Elas estão guardadas'} só neste aparelho.{' '}
        {mayBeSent ? maybeTexts[isOne ? 'one' : 'several'] : lostTexts[isOne ? 'one' : 'several']}
      </p>
      <p role="alert" className="mt-3 font-medium text-red empty:hidden">
        {problem && problems[problem]}
      </p>
    </Dialog>
  )
}

import type { Session } from '@na-regua/contract/accounts'
import { useState } from 'react'
import { openSession } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { CodeStep } from '../verification/code-step.tsx'
import type { Sent } from '../verification/rules.ts'
import { NewEmailStep } from './new-email-step.tsx'
import { sendChangeCode, verifyEmailChange } from './queries.ts'

const hint = 'Se ele não chegar, confira o endereço e o spam: para um e-mail que já tem conta nenhum código é enviado.'

const tellCodeSent = () => showToast({ tone: 'success', title: 'Código de verificação enviado para o seu novo email' })

/** What the code of the second step is for. Another one may have to be asked for with the password, as the first one was. */
function changePurpose(currentPassword: string | undefined) {
  return {
    send: async (newEmail: string) => {
      const answer = await sendChangeCode({ newEmail, currentPassword })
      tellCodeSent()
      return answer
    },
    verify: ({ email, code }: { email: string; code: string }) =>
      verifyEmailChange({ newEmail: email, verificationCode: code }),
    sendFailure: 'Erro ao enviar código de verificação',
    verifyFailure: 'Código de verificação inválido',
    emptyCode: 'Por favor, preencha todos os campos',
  }
}

type DialogProps = { isOpen: boolean; onClose: () => void }

/** The panel of two steps: the new address, then the code that was sent there. */
export function EmailChangeDialog({ isOpen, onClose }: DialogProps) {
  // Outlives closing: the letter is on its way, and opening again leads to its code.
  const [sent, setSent] = useState<Sent>()
  const [isMending, setMending] = useState(false)
  const [password, setPassword] = useState<string>()
  const purpose = changePurpose(password)

  function handleSent(next: Sent, confirmed: string | undefined) {
    tellCodeSent()
    setPassword(confirmed)
    setSent(next)
    setMending(false)
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Alterar e-mail">
      {sent && !isMending ? (
        <CodeStep
          purpose={purpose}
          sent={sent}
          onSent={setSent}
          onChangeEmail={() => setMending(true)}
          onVerified={takeSession}
          hint={hint}
        />
      ) : (
        <NewEmailStep sent={sent} onSent={handleSent} onBack={() => setMending(false)} />
      )}
    </Dialog>
  )
}

/** With another address the page begins this panel anew, closed. */
function takeSession(session: Session) {
  openSession(session)
  showToast({ tone: 'success', title: 'Email atualizado com sucesso!' })
}

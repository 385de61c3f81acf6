import { DELETION_DAYS } from '@na-regua/contract/privacy'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { AsyncConfirmDialog } from '../../ui/parting-dialog.tsx'
import { describeRefusal, usePasswordProof } from '../../ui/use-password-proof.ts'
import { requestDeletion } from './queries.ts'

const consequences = [
  'Sua conta fecha agora, em todos os aparelhos.',
  'Seus próximos agendamentos são cancelados agora, e não voltam.',
  `Em ${DELETION_DAYS} dias seus dados pessoais somem de vez. Até lá, o link que enviamos por e-mail desfaz tudo.`,
  'O que você já pagou e avaliou continua nas contas da barbearia, sem o seu nome.',
]

type DeletionDialogProps = { isOpen: boolean; onClose: () => void; hasPassword: boolean }

export function DeletionDialog({ isOpen, onClose, hasPassword }: DeletionDialogProps) {
  const leaving = useLeaving(hasPassword)
  return (
    <AsyncConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Excluir sua conta?"
      consequences={consequences}
      action="Excluir minha conta"
      hasPassword={hasPassword}
      {...leaving}
    />
  )
}

function useLeaving(hasPassword: boolean) {
  const navigate = useNavigate()
  const proof = usePasswordProof({
    hasPassword,
    onProved: (password) => !leaving.isPending && leaving.mutate(password),
  })
  const leaving = useMutation({
    mutationFn: requestDeletion,
    onSuccess: ({ dueAt }) => void navigate(paths.undoDeletion(), { state: { dueAt }, replace: true }),
    onError: proof.reportRefusal,
  })
  const failure = describeRefusal(leaving.error, 'Não foi possível excluir a conta. Tente novamente.')
  return { proof, isBusy: leaving.isPending, failure }
}

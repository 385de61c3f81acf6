import type { User } from '@na-regua/contract/accounts'
import { findPasswordChangeProblems, type PasswordChange } from '@na-regua/contract/passwords'
import type { OwnSession } from '@na-regua/contract/profile'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { formatCount, formatDate } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { formatRelativeTime } from '../../../lib/relative-time.ts'
import { openSession, useSessionToken } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form, useFormErrors } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { NewPasswordFields, PasswordField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { PasswordStrength } from '../login/login-form.tsx'
import { changePassword, endOtherSessions, endOwnSession, ownSessionsQuery } from '../queries.ts'
import { isGoogleManaged } from '../rules.ts'

export function SecuritySection({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SectionCard id="seguranca" title="Segurança">
      {isGoogleManaged(user) ? (
        <p className="text-mute">
          Contas do Google gerenciam sua senha automaticamente. Não é possível redefinir a senha aqui.
        </p>
      ) : (
        <Button variant="outline" onClick={() => setOpen(true)}>
          <Icon name="lock" />
          Redefinir Senha
        </Button>
      )}
      <h3 className="mt-5 text-base">Onde sua conta está aberta</h3>
      <SessionList />
      <FormDialog isOpen={isOpen} onClose={() => setOpen(false)} title="Redefinir senha">
        <PasswordChangeForm onDone={() => setOpen(false)} />
      </FormDialog>
    </SectionCard>
  )
}

function readInput(data: FormData): PasswordChange {
  const text = (name: keyof PasswordChange) => String(data.get(name) ?? '')
  return {
    currentPassword: text('currentPassword'),
    newPassword: text('newPassword'),
    confirmPassword: text('confirmPassword'),
  }
}

function usePasswordChange(onDone: () => void, report: (errors: Partial<PasswordChange>) => void) {
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess(session) {
      openSession(session)
      showToast({ tone: 'success', title: 'Senha atualizada com sucesso!' })
      onDone()
    },
    onError(error) {
      if (hasCode(error, 'WRONG_PASSWORD')) report({ currentPassword: error.message })
      if (hasCode(error, 'WEAK_PASSWORD')) report({ newPassword: error.message })
    },
  })
  const isShownAtField = hasCode(change.error, 'WRONG_PASSWORD', 'WEAK_PASSWORD')
  const failure = change.error && !isShownAtField ? errorText(change.error, 'Erro ao atualizar senha') : undefined
  return { change, failure }
}

function PasswordChangeForm({ onDone }: { onDone: () => void }) {
  const fields = useFormErrors<keyof PasswordChange>()
  const { change, failure } = usePasswordChange(onDone, fields.reportErrors)

  function handleSubmit(data: FormData) {
    const input = readInput(data)
    if (fields.reportErrors(findPasswordChangeProblems(input))) change.mutate(input)
  }

  const { currentPassword, newPassword, confirmPassword } = fields.errors
  return (
    <Form
      fields={fields}
      isBusy={change.isPending}
      onSubmit={handleSubmit}
      failure={failure}
      submit="Salvar nova senha"
    >
      <UnsavedChanges draft={fields.isEdited} />
      <PasswordField label="Senha atual" name="currentPassword" error={currentPassword} />
      <NewPasswordFields
        password={{ label: 'Nova senha', name: 'newPassword', error: newPassword }}
        confirmation={{ label: 'Confirmar nova senha', name: 'confirmPassword', error: confirmPassword }}
        strength={(password) => <PasswordStrength password={password} />}
      />
      <p className="text-sm text-mute">As outras sessões da sua conta serão encerradas.</p>
    </Form>
  )
}

/** Ends sessions and refetches the list. */
function useEndSessions() {
  const queryClient = useQueryClient()
  const settle = {
    onError: (error: Error) => showToast({ tone: 'error', title: errorText(error, 'Erro ao encerrar a sessão') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account', 'sessions'] }),
  }
  const one = useMutation({
    mutationFn: endOwnSession,
    onSuccess: () => showToast({ tone: 'success', title: 'Sessão encerrada' }),
    ...settle,
  })
  const others = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: ({ ended }) =>
      showToast({ tone: 'success', title: formatCount(ended, 'sessão encerrada', 'sessões encerradas') }),
    ...settle,
  })
  return { one, others }
}

type RowProps = { session: OwnSession; now: Date; isEnding: boolean; onEnd: () => void }

function SessionRow({ session, now, isEnding, onEnd }: RowProps) {
  const { isCurrent, createdAt, lastUsedAt } = session
  const device = session.device ?? 'Aparelho desconhecido'
  const zone = deviceTimeZone()
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon name="device" className="size-6 text-mute" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device} {isCurrent && <Badge tone="green">Este aparelho</Badge>}
        </p>
        <p className="text-sm text-mute">
          {isCurrent ? 'Em uso' : `Usada ${formatRelativeTime(lastUsedAt, now, zone)}`} · desde{' '}
          {formatDate(createdAt, zone)}
        </p>
      </div>
      {!isCurrent && (
        <Button variant="outline" isBusy={isEnding} onClick={onEnd} aria-label={`Encerrar: ${device}`}>
          Encerrar
        </Button>
      )}
    </li>
  )
}

/** The account's open sessions, with a button to end each of them. */
function SessionList() {
  const token = useSessionToken()
  const { data, error, refetch } = useQuery(ownSessionsQuery(token))
  const { one, others } = useEndSessions()
  const now = useNow()
  if (!data && error) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p className="text-red">
          <Sentences>{errorText(error, 'Erro ao carregar suas sessões.')}</Sentences>
        </p>
        <Button variant="outline" onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      </div>
    )
  }
  if (!data) return <Skeleton className="h-16" />
  return (
    <>
      <ul className="divide-y divide-line">
        {data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            now={now}
            isEnding={one.isPending && one.variables === session.id}
            onEnd={() => one.mutate(session.id)}
          />
        ))}
      </ul>
      {data.length > 2 && (
        <Button variant="ghost" className="-mx-4.5" isBusy={others.isPending} onClick={() => others.mutate()}>
          Encerrar todas as outras
        </Button>
      )}
    </>
  )
}

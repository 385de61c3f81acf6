import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useBlocker } from 'react-router'
import { errorText, hasCode } from '../lib/api-error.ts'
import { getSession } from '../lib/session.ts'
import { Button } from './button.tsx'
import { Dialog, focusFirst } from './dialog.tsx'
import { Form, useFormErrors } from './form.tsx'
import { PasswordField } from './text-field.tsx'

type PasswordConfirmationOptions = {
  /** Accounts that only sign in with Google have none: the server requires a recent login instead. */
  hasPassword: boolean
  onConfirmed: (password: string | undefined) => void
}

/** Requires the password again before a destructive action. */
export function usePasswordConfirmation({ hasPassword, onConfirmed }: PasswordConfirmationOptions) {
  const fields = useFormErrors<'password'>()

  function submit(data: FormData) {
    const password = String(data.get('password') ?? '')
    const problem = hasPassword && !password ? 'Por favor, informe sua senha' : undefined
    if (fields.reportErrors({ password: problem })) onConfirmed(hasPassword ? password : undefined)
  }

  function reportWrongPassword(error: unknown) {
    if (hasCode(error, 'WRONG_PASSWORD')) fields.reportErrors({ password: error.message })
  }

  return { fields, submit, reportWrongPassword }
}

/** The failure of a confirmed action; undefined for an error that is shown at the password field. */
export function describeConfirmationError(error: unknown, fallback: string) {
  if (!error || hasCode(error, 'WRONG_PASSWORD')) return undefined
  if (hasCode(error, 'RECENT_LOGIN_REQUIRED'))
    return 'Por segurança, saia, entre de novo com o Google e repita o pedido.'
  return errorText(error, fallback)
}

type AsyncConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** What the action will do. */
  consequences: readonly string[]
  action: string
  hasPassword: boolean
  confirmation: Pick<ReturnType<typeof usePasswordConfirmation>, 'fields' | 'submit'>
  isBusy: boolean
  failure: string | undefined
  /** Choices above the password. */
  children?: ReactNode
}

/** Confirms a destructive action and stays open while it runs. */
export function AsyncConfirmDialog({ consequences, action, confirmation, ...props }: AsyncConfirmDialogProps) {
  const formId = useId()
  const { fields, submit } = confirmation
  const { isOpen, onClose, title, isBusy } = props
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Voltar
      </Button>
      <Button type="submit" form={formId} isBusy={isBusy}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} footer={footer}>
      <ul className="grid list-disc gap-2 pl-5">
        {consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Form
        id={formId}
        fields={fields}
        isBusy={isBusy}
        onSubmit={submit}
        failure={props.failure}
        className="mt-5 grid gap-4"
      >
        {props.children}
        {props.hasPassword && <PasswordField label="Sua senha" name="password" error={fields.errors.password} />}
      </Form>
    </Dialog>
  )
}

type FormDialogState = {
  /** Does what ends the form, after a confirmation if there are unsaved changes. */
  leave: (end: () => void) => void
  onClose: () => void
  /** Set while there are unsaved changes. */
  confirm: RefObject<((end: () => void) => void) | undefined>
}

const FormDialogContext = createContext<FormDialogState | undefined>(undefined)

/**
 * A dialog with a form. Esc, Back, a click beside it and its buttons first require a confirmation if
 * `UnsavedChanges` in its content has found any.
 */
export function FormDialog({ onClose, ...dialog }: ComponentProps<typeof Dialog>) {
  const confirm = useRef<(end: () => void) => void>(undefined)
  const leave = (end: () => void) => (confirm.current ? confirm.current(end) : end())
  return (
    <FormDialogContext value={{ leave, onClose, confirm }}>
      <Dialog {...dialog} onClose={() => leave(onClose)} />
    </FormDialogContext>
  )
}

type LeaveButtonProps = Pick<ComponentProps<typeof Button>, 'isWide' | 'disabled' | 'className' | 'children'> & {
  /** What ends the form; without it the dialog is closed. */
  onLeave?: () => void
}

/** Ends the form of the dialog around it without saving. */
export function LeaveButton({ onLeave, children = 'Cancelar', ...button }: LeaveButtonProps) {
  const dialog = use(FormDialogContext)
  return (
    <Button variant="outline" onClick={() => dialog?.leave(onLeave ?? dialog.onClose)} {...button}>
      {children}
    </Button>
  )
}

/**
 * Requires a confirmation before edits are lost: when the form dialog around it closes, on the way to another page, and when the
 * browser leaves. Edited is what differs from the draft of the first rendering: another first draft needs another `key`.
 * `isUnsaved`: the first draft would be lost, too.
 */
export function UnsavedChanges({ draft, isUnsaved = false }: { draft: unknown; isUnsaved?: boolean | undefined }) {
  const current = JSON.stringify(draft)
  const [first] = useState(current)
  return (isUnsaved || current !== first) && <LeaveGuard />
}

function LeaveGuard() {
  const dialog = use(FormDialogContext)
  const confirm = dialog?.confirm
  const [end, setEnd] = useState<() => void>()
  useLeaveWarning()

  useEffect(() => {
    if (!confirm) return
    confirm.current = (next) => setEnd(() => next)
    return () => {
      confirm.current = undefined
    }
  }, [confirm])

  return (
    <>
      {end && <DiscardQuestion onStay={() => setEnd(undefined)} onDiscard={end} />}
      <NavigationGuard isInDialog={dialog !== undefined} />
    </>
  )
}

/** The browser's own question before a reload or before the tab is closed. */
function useLeaveWarning() {
  useEffect(() => {
    const handleLeave = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', handleLeave)
    return () => window.removeEventListener('beforeunload', handleLeave)
  }, [])
}

/**
 * Back, and on a page every link. A dialog itself navigates only where its form is done. Without a session nothing could be saved
 * any more.
 */
function NavigationGuard({ isInDialog }: { isInDialog: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) =>
    isInDialog
      ? historyAction === 'POP'
      : currentLocation.pathname !== nextLocation.pathname && getSession().token !== undefined,
  )
  if (blocker.state !== 'blocked') return null
  return <DiscardQuestion onStay={blocker.reset} onDiscard={blocker.proceed} />
}

type DiscardQuestionProps = { onStay: () => void; onDiscard: () => void }

function DiscardQuestion({ onStay, onDiscard }: DiscardQuestionProps) {
  const footer = (
    <>
      <Button variant="outline" className="border-red! text-red!" onClick={onDiscard}>
        Descartar
      </Button>
      <Button ref={focusFirst} variant="ink" onClick={onStay}>
        Continuar editando
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onStay} title="Descartar as alterações?" footer={footer}>
      O que você mudou ainda não foi salvo.
    </Dialog>
  )
}

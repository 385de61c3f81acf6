import { type FormEvent, type ReactNode, useId } from 'react'
import { errorText, hasCode } from '../lib/api-error.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormAlert, useFormErrors } from './form.tsx'
import { PasswordField } from './text-field.tsx'

type Proof = {
  /** Whoever signs in with Google alone has none to give: for them a fresh login is the proof. */
  hasPassword: boolean
  onProved: (password: string | undefined) => void
}

/** Who asks for something grave says the password once more. */
export function usePasswordProof({ hasPassword, onProved }: Proof) {
  const fields = useFormErrors<'password'>()

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    const problem = hasPassword && !password ? 'Por favor, informe sua senha' : undefined
    if (fields.reportErrors({ password: problem })) onProved(hasPassword ? password : undefined)
  }

  function reportRefusal(error: unknown) {
    if (hasCode(error, 'WRONG_PASSWORD')) fields.reportErrors({ password: error.message })
  }

  return { fields, handleSubmit, reportRefusal }
}

/** What was said at the field is not said twice. */
export function describeRefusal(error: unknown, fallback: string) {
  if (!error || hasCode(error, 'WRONG_PASSWORD')) return undefined
  if (hasCode(error, 'RECENT_LOGIN_REQUIRED'))
    return 'Por segurança, saia, entre de novo com o Google e repita o pedido.'
  return errorText(error, fallback)
}

type PartingDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** What happens then, said before it does. */
  consequences: readonly string[]
  action: string
  hasPassword: boolean
  proof: Pick<ReturnType<typeof usePasswordProof>, 'fields' | 'handleSubmit'>
  isBusy: boolean
  failure: string | undefined
  /** Choices above the password. */
  children?: ReactNode
}

/** The last word before something ends for good. */
export function AsyncConfirmDialog({ title, consequences, action, proof, ...props }: PartingDialogProps) {
  const formId = useId()
  const { fields, handleSubmit } = proof
  const footer = (
    <>
      <Button variant="outline" onClick={props.onClose}>
        Voltar
      </Button>
      <Button type="submit" form={formId} isBusy={props.isBusy}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={title} footer={footer}>
      <ul className="grid list-disc gap-2 pl-5">
        {consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <form
        id={formId}
        ref={fields.form}
        method="post"
        noValidate
        onSubmit={handleSubmit}
        onInput={fields.handleInput}
        className="mt-5 grid gap-4"
      >
        {props.children}
        {props.hasPassword && <PasswordField label="Sua senha" name="password" error={fields.errors.password} />}
        <FormAlert>{props.failure}</FormAlert>
      </form>
    </Dialog>
  )
}

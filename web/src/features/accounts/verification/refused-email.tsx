import { clsx } from 'clsx'

/** The account's address refused an email. Shown while it is open too: the mail server responds after the code was requested. */
export function RefusedEmail({ email, className }: { email: string; className?: string }) {
  return (
    <p role="alert" className={clsx('text-sm text-red', className)}>
      O endereço <strong className="font-semibold wrap-anywhere">{email}</strong> recusou nossa mensagem. Confira se
      está certo e se a caixa de entrada existe.
    </p>
  )
}

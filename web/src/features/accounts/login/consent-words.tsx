import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'

const linkClass = 'font-semibold text-navy underline underline-offset-4'

/** Stands wherever an account can be made: pressing on is agreeing, to the version that the server notes. */
export function ConsentWords() {
  return (
    <p className="text-sm text-mute">
      Ao criar sua conta, com senha ou com o Google, você aceita os{' '}
      <Link to={paths.terms()} className={linkClass}>
        Termos de uso
      </Link>{' '}
      e a{' '}
      <Link to={paths.privacy()} className={linkClass}>
        Política de privacidade
      </Link>
      .
    </p>
  )
}

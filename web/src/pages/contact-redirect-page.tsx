import { redirect } from 'react-router'
import { paths } from '../app/paths.ts'

/** The payment's failure view may link to /contact; both readings lead to the one page. */
export function loader() {
  throw redirect(paths.contact(), 301)
}

export function clientLoader() {
  throw redirect(paths.contact())
}

export default function ContactRedirectPage() {
  return null
}

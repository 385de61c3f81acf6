import { data } from 'react-router'

export function loader() {
  return data(null, { status: 404 })
}

export function clientLoader() {
  return null
}

export default function NotFoundPage() {
  return <h1>Página não encontrada</h1>
}

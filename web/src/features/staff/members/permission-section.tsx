import type { StaffList } from '@na-regua/contract/members'
import { type Permission, permissions, presetPermissions } from '@na-regua/contract/permissions'
import type { InviteRole } from '@na-regua/contract/roles'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatList } from '../../../lib/format.ts'
import { worksForOthersIn } from '../../../lib/permissions.ts'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Chip } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { setBarberPermissions, setRolePermissions } from '../queries.ts'
import { useMembersChange } from '../use-members-change.ts'
import { findPreset, isSameSet, listStaff, type Person, permissionTexts, roleNames } from './rules.ts'

/** Who may do what, of everyone but the owner. Who only manages the barbershop reads it. */
export function PermissionSection({ staff }: { staff: Pick<StaffList, 'barbers' | 'roles'> }) {
  const [edited, setEdited] = useState<Person>()
  const groups = Object.values(Object.groupBy(listStaff(staff), ({ barbershop }) => barbershop.id))
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="permissoes" className="grid gap-3">
      <div>
        <h3 id="permissoes" className="text-lg">
          Permissões
        </h3>
        <p className="text-sm text-mute">
          O que cada pessoa pode fazer. Cada barbeiro vê sempre o próprio dia e o telefone de quem atende; plano e
          permissões são só do dono.
        </p>
      </div>
      {groups.map((people = []) => (
        <PermissionTable
          key={people[0]?.barbershop.id}
          people={people}
          isNamed={groups.length > 1}
          onEdit={setEdited}
        />
      ))}
      <PermissionDialog key={edited?.id} person={edited} onClose={() => setEdited(undefined)} />
    </section>
  )
}

type PermissionTableProps = { people: readonly Person[]; isNamed: boolean; onEdit: (person: Person) => void }

/** A column for each permission; on a phone the permissions in a sentence. */
function PermissionTable({ people, isNamed, onEdit }: PermissionTableProps) {
  const user = useUser()
  const isWide = useIsWide()
  const barbershop = people[0]?.barbershop
  const isOwner = user !== undefined && barbershop !== undefined && !worksForOthersIn(barbershop.id, user)
  const toEdit = (person: Person) => (isOwner ? () => onEdit(person) : undefined)
  return (
    <div className="overflow-hidden rounded-card border border-line bg-card">
      {isNamed && <p className="px-4 pt-3 font-semibold wrap-anywhere">{barbershop?.name}</p>}
      {isWide ? (
        <table className="w-full text-sm">
          <caption className="sr-only">Permissões de {barbershop?.name}</caption>
          <thead>
            <tr className="border-b border-line text-left">
              <th scope="col" className="px-4 py-3 font-semibold">
                Pessoa
              </th>
              {permissions.map((permission) => (
                <th key={permission} scope="col" className="px-1 py-3 text-center text-xs font-semibold text-mute">
                  {permissionTexts[permission].title}
                </th>
              ))}
              {isOwner && (
                <th scope="col">
                  <span className="sr-only">Mudar</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {people.map((person) => (
              <PermissionRow key={`${person.kind} ${person.id}`} person={person} onEdit={toEdit(person)} />
            ))}
          </tbody>
        </table>
      ) : (
        <ul aria-label={`Permissões de ${barbershop?.name}`} className="divide-y divide-line">
          {people.map((person) => (
            <PermissionItem key={`${person.kind} ${person.id}`} person={person} onEdit={toEdit(person)} />
          ))}
        </ul>
      )}
    </div>
  )
}

type PersonProps = { person: Person; onEdit: (() => void) | undefined }

function PermissionRow({ person, onEdit }: PersonProps) {
  return (
    <tr>
      <th scope="row" className="min-w-0 px-4 py-2 text-left font-normal">
        <PersonName person={person} />
      </th>
      {permissions.map((permission) => (
        <td key={permission} className="px-1 py-2 text-center">
          <Mark isGranted={person.permissions.includes(permission)} />
        </td>
      ))}
      {onEdit && (
        <td className="px-1 text-right">
          <EditButton person={person} onEdit={onEdit} />
        </td>
      )}
    </tr>
  )
}

function PermissionItem({ person, onEdit }: PersonProps) {
  const granted = permissions.filter((permission) => person.permissions.includes(permission))
  const titles = granted.map((permission) => permissionTexts[permission].title.toLocaleLowerCase('pt-BR'))
  return (
    <li className="flex items-center gap-2 px-4 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <PersonName person={person} />
        <span className="block text-mute">{titles.length > 0 ? formatList(titles) : 'Só o próprio dia'}</span>
      </div>
      {onEdit && <EditButton person={person} onEdit={onEdit} />}
    </li>
  )
}

function PersonName({ person }: { person: Person }) {
  return (
    <>
      <span className="block font-semibold wrap-anywhere">{person.name}</span>
      <span className="block text-mute">{describePreset(person)}</span>
    </>
  )
}

function EditButton({ person, onEdit }: { person: Person; onEdit: () => void }) {
  return (
    <Button variant="ghost" aria-label={`Mudar permissões de ${person.name}`} onClick={onEdit}>
      Mudar
    </Button>
  )
}

function Mark({ isGranted }: { isGranted: boolean }) {
  return (
    <>
      {isGranted ? <Icon name="check" className="mx-auto size-5" /> : <span className="text-mute">–</span>}
      <span className="sr-only">{isGranted ? 'pode' : 'não pode'}</span>
    </>
  )
}

/** 'Recepcionista', or 'Recepcionista, sob medida' after the owner changed something. */
function describePreset({ role, permissions: granted }: Person) {
  return isSameSet(granted, presetPermissions[role]) ? roleNames[role] : `${roleNames[role]}, sob medida`
}

type PermissionDialogProps = { person: Person | undefined; onClose: () => void }

function PermissionDialog({ person, onClose }: PermissionDialogProps) {
  return (
    <Dialog isOpen={person !== undefined} onClose={onClose} title={`O que ${person?.name ?? ''} pode fazer`}>
      {person && <PermissionForm person={person} onClose={onClose} />}
    </Dialog>
  )
}

const presets: readonly InviteRole[] = ['BARBER', 'RECEPTIONIST', 'MANAGER']

function PermissionForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, kind, name, permissions: seen } = person
  const [chosen, setChosen] = useState<readonly Permission[]>(seen)
  const save = kind === 'barber' ? setBarberPermissions : setRolePermissions
  const change = useMembersChange({
    run: () => save(id, { permissions: [...chosen], seen: [...seen] }),
    successText: () => `Permissões de ${name} salvas`,
    onDone: onClose,
  })
  const preset = findPreset(chosen)
  const toggle = (permission: Permission, isGranted: boolean) =>
    setChosen(isGranted ? [...chosen, permission] : chosen.filter((one) => one !== permission))
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(undefined)
      }}
    >
      <fieldset>
        <legend className="mb-2 font-semibold">Como</legend>
        <div className="flex flex-wrap gap-2">
          {presets.map((role) => (
            <Chip
              key={role}
              isChosen={role === preset}
              className="px-3.5 font-medium"
              onClick={() => setChosen(presetPermissions[role])}
            >
              {roleNames[role]}
            </Chip>
          ))}
        </div>
      </fieldset>
      <fieldset className="grid">
        <legend className="sr-only">Permissões</legend>
        {permissions.map((permission) => (
          <Checkbox
            key={permission}
            checked={chosen.includes(permission)}
            onChange={(isGranted) => toggle(permission, isGranted)}
          >
            <span className="font-semibold">{permissionTexts[permission].title}</span>
            <span className="block text-sm text-mute">{permissionTexts[permission].text}</span>
          </Checkbox>
        ))}
      </fieldset>
      <FormAlert>{change.error && errorText(change.error, 'Erro ao salvar. Tente novamente.')}</FormAlert>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" isBusy={change.isPending} disabled={isSameSet(chosen, seen)}>
          Salvar
        </Button>
      </div>
    </form>
  )
}

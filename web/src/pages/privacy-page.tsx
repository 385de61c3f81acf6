import { PRIVACY_VERSION } from '@na-regua/contract/accounts'
import { Link, type MetaArgs } from 'react-router'
import { formatLocalDate } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { BRAND, contact } from '../lib/site.ts'
import { LongText, type TextSection } from '../ui/long-text.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Política de privacidade',
    description: `O que ${BRAND} guarda sobre você, para quê, por quanto tempo e como apagar.`,
    path: paths.privacy(),
  })
}

const sections: TextSection[] = [
  {
    id: 'o-que-guardamos',
    title: 'O que guardamos',
    content: (
      <ul>
        <li>
          <strong>Conta:</strong> nome, e-mail, telefone e foto, se você informar, e a senha de um jeito que nem nós
          conseguimos ler.
        </li>
        <li>
          <strong>Uso:</strong> agendamentos, avaliações, favoritos, avisos e as suas preferências.
        </li>
        <li>
          <strong>Nos agendamentos:</strong> o recado que você escreve e o nome de quem você traz, se informar.
        </li>
        <li>
          <strong>Nas barbearias:</strong> cada uma mantém a ficha dos próprios clientes: nome e telefone de quem marca
          por telefone, visitas, notas, alergias e marcadores. Fotos dos cortes, só com a sua autorização.
        </li>
        <li>
          <strong>No caixa da barbearia:</strong> o que você consumiu e pagou, o que deve a ela e os recibos. Se ela
          importa o extrato do banco para conferir os Pix, também o nome de quem pagou, como o banco escreve.
        </li>
        <li>
          <strong>Fotos das avaliações:</strong> as que você envia e a sua autorização para mostrar. Tiramos delas o
          local e os dados da câmera.
        </li>
        <li>
          <strong>Sessões:</strong> quando e em que tipo de aparelho você entrou, para que possa encerrar acessos.
        </li>
        <li>
          <strong>Donos:</strong> os dados da barbearia e o histórico de pagamentos do plano. O número do cartão fica
          com o processador de pagamentos; não passa pelo nosso banco de dados.
        </li>
      </ul>
    ),
  },
  {
    id: 'localizacao',
    title: 'Localização',
    content: (
      <p>
        A sua posição serve para mostrar o que está perto e fica no seu aparelho. Ela viaja na pergunta ao servidor e
        não é guardada na sua conta.
      </p>
    ),
  },
  {
    id: 'para-que',
    title: 'Para que usamos',
    content: (
      <ul>
        <li>Para marcar, lembrar e mudar os seus horários (execução do contrato com você).</li>
        <li>Para avisar do que acontece com eles, pelos canais que você escolher (contrato e consentimento).</li>
        <li>
          Para avisar quando costuma ser a hora de voltar, com as datas das suas visitas, só se você aceitar
          (consentimento).
        </li>
        <li>
          Para avisar de horários com desconto, pelas suas favoritas, visitas e pedidos de aviso, só se você aceitar
          (consentimento).
        </li>
        <li>Para manter o serviço seguro e sem abuso (legítimo interesse).</li>
        <li>Para cumprir a lei, como guardar registros de pagamento.</li>
      </ul>
    ),
  },
  {
    id: 'quem-ve',
    title: 'Quem vê o quê',
    content: (
      <ul>
        <li>
          A barbearia em que você marca vê o seu nome, o seu telefone e o seu recado, para atender você. A ficha de uma
          barbearia só a equipe dela vê.
        </li>
        <li>
          Em público, uma avaliação mostra o primeiro nome, uma inicial e as fotos dela. Quem tem conta pode denunciar
          uma foto: denunciada por mais de um lado, ela some até olharmos.
        </li>
        <li>O caixa e os extratos, só a equipe da barbearia vê; o seu recibo, quem tem o link dele.</li>
        <li>Ninguém mais. Não vendemos dados, não mostramos anúncios e não usamos rastreadores de terceiros.</li>
        <li>
          Os mapas vêm de um serviço público de mapas; entrar com o Google e pagar com cartão envolvem essas empresas,
          só quando você escolhe.
        </li>
      </ul>
    ),
  },
  {
    id: 'por-quanto-tempo',
    title: 'Por quanto tempo',
    content: (
      <ul>
        <li>A conta, enquanto ela existir. Sessões, no máximo 30 dias. Avisos, 90 dias.</li>
        <li>Códigos enviados por e-mail, um dia.</li>
        <li>
          A ficha de uma barbearia, enquanto a sua conta existir; sem conta, até você pedir à barbearia que a apague.
        </li>
        <li>Fotos das avaliações, até você tirá-las ou apagar a conta.</li>
        <li>Registros de pagamento, pelo prazo que a lei fiscal exige.</li>
        <li>
          O que o banco escreve sobre um Pix, 180 dias. Com a conta ou a ficha some também dos seus Pix conferidos, e o
          nome sai das comandas. Um Pix que a barbearia não ligou a você, ou um nome digitado sem ficha, não sabemos que
          são seus: peça à barbearia.
        </li>
      </ul>
    ),
  },
  {
    id: 'seus-direitos',
    title: 'Seus direitos',
    content: (
      <>
        <p>A Lei Geral de Proteção de Dados garante, e aqui você mesmo faz, em Meu Perfil → Meus dados:</p>
        <ul>
          <li>ver e corrigir os seus dados;</li>
          <li>baixar tudo o que guardamos sobre você, em um arquivo, com o que as barbearias anotaram;</li>
          <li>
            apagar a conta: você tem 7 dias para desistir; depois, os dados pessoais somem e os atendimentos passados
            ficam só como números, sem nome;
          </li>
          <li>escolher quais avisos recebe e por onde, ou sair de todos pelo link no fim de cada e-mail.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'armazenamento',
    title: 'No seu navegador',
    content: (
      <>
        <p>
          Guardamos no seu navegador só o que faz o site funcionar: a sua sessão, o tema, o último lugar escolhido e
          rascunhos. Não há cookies de publicidade nem de medição.
        </p>
        <p>
          Para abrir sem rede, fica também no aparelho, cifrado, o que você precisa no dia: os seus próximos
          agendamentos, as favoritas e as dez últimas barbearias que viu; para quem atende, a agenda de hoje e dos
          próximos dias, com o nome e o telefone dos clientes. Some ao sair da conta, quando outra pessoa entra, ou em
          14 dias. O que você marcou sem rede e ainda não foi enviado espera, cifrado, até você entrar de novo.
        </p>
      </>
    ),
  },
  {
    id: 'encarregado',
    title: 'Com quem falar',
    content: (
      <p>
        Encarregado pelos dados pessoais: <a href={`mailto:${contact.email}`}>{contact.email}</a>, ou pela{' '}
        <Link to={paths.contact()}>página de contato</Link>. Respondemos em até 15 dias. Você também pode recorrer à
        Autoridade Nacional de Proteção de Dados.
      </p>
    ),
  },
]

export default function PrivacyPage() {
  return (
    <LongText
      title="Política de privacidade"
      lead="O que guardamos sobre você, para quê, por quanto tempo, e como baixar ou apagar tudo."
      note={`Versão de ${formatLocalDate(PRIVACY_VERSION)}`}
      sections={sections}
    />
  )
}

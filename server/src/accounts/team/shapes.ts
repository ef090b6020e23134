import { Type } from 'typebox';
import { emailText, filledText, instantShape, namedEnum, namedObject, nullable } from '../../http/fields.ts';
import { TEAM_ROLES, type TeamRole } from '../../kit/permissions.ts';
import { passwordText, registerBody } from '../shapes.ts';
import type { InvitationRow, MemberRow } from './store.ts';

export type Membership = { id: string; name: string; role: TeamRole };

export const teamRole = namedEnum('TeamRole', TEAM_ROLES, {
  description: 'What a member of the team may do',
});

export const memberShape = namedObject('TeamMember', {
  object: Type.Literal('team_member'),
  id: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  role: teamRole,
  two_factor: Type.Boolean({ description: 'Whether signing in needs a second factor' }),
  last_seen_at: nullable(instantShape),
  created_at: instantShape,
  current: Type.Boolean({ description: 'Whether this is the user of the request' }),
});

export const changeMemberBody = namedObject('ChangeTeamMember', { role: teamRole });
export const inviteBody = namedObject('InviteMember', { email: emailText, role: teamRole });

export const invitationShape = namedObject('TeamInvitation', {
  object: Type.Literal('team_invitation'),
  id: Type.String(),
  email: Type.String(),
  role: teamRole,
  status: namedEnum('InvitationStatus', ['pending', 'expired']),
  invited_by: nullable(Type.String({ description: 'E-mail of the person who invited' })),
  sent_at: instantShape,
  expires_at: instantShape,
  created_at: instantShape,
});

const token = Type.String({ minLength: 1, maxLength: 400, description: 'What stands after # in the link' });

export const invitationTokenBody = namedObject('InvitationToken', { token });
export const joinBody = namedObject('JoinTeam', { token });
export const switchBody = namedObject('SwitchAccount', { account_id: Type.String({ maxLength: 60 }) });
export const acceptBody = namedObject('AcceptInvitation', {
  token,
  name: filledText(120),
  password: passwordText,
  cookie: registerBody.properties.cookie,
});

export const checkedInvitationShape = namedObject('CheckedInvitation', {
  success: Type.Boolean(),
  account_name: Type.String(),
  email: Type.String({ description: 'The address that was invited' }),
  role: teamRole,
  expires_at: instantShape,
});

export function presentMember(row: MemberRow, currentId: string) {
  return {
    object: 'team_member' as const,
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    two_factor: row.two_factor,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    current: row.id === currentId,
  };
}

export function presentInvitation(row: InvitationRow, now: Date) {
  return {
    object: 'team_invitation' as const,
    id: row.id,
    email: row.email,
    role: row.role,
    status: row.expires_at > now ? ('pending' as const) : ('expired' as const),
    invited_by: row.invited_by,
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

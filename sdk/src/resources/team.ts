import { Listing, type Page } from '../listing.ts';
import { Resource } from '../resource.ts';
import type { Settings } from '../settings.ts';
import type { Done, InviteMember, Removed, TeamInvitation, TeamMember, TeamRole } from '../shapes.ts';
import type { RequestOptions } from '../wire.ts';

/** The people of the account. All but `leave` need the token of an owner. */
export class Team extends Resource {
  readonly invitations: Invitations;

  constructor(settings: Settings) {
    super(settings);
    this.invitations = new Invitations(settings);
  }

  list(options?: RequestOptions): Listing<TeamMember, Page<TeamMember> & { total: number }> {
    return new Listing(() => this.send('get', '/api/v1/team', {}, options));
  }

  /** The role holds when this answers. */
  changeRole(id: string, role: TeamRole, options?: RequestOptions): Promise<TeamMember> {
    return this.send('patch', '/api/v1/team/{id}', { id, body: { role } }, options);
  }

  /** The person is out when this answers. */
  remove(id: string, options?: RequestOptions): Promise<Removed> {
    return this.removal('/api/v1/team/{id}', id, options);
  }

  /** The token that asks is worth nothing afterwards. */
  leave(options?: RequestOptions): Promise<Done> {
    return this.send('delete', '/api/v1/team/me', {}, options);
  }
}

export class Invitations extends Resource {
  create(invitation: InviteMember, options?: RequestOptions): Promise<TeamInvitation> {
    return this.send('post', '/api/v1/team/invitations', { body: invitation }, options);
  }

  /** Those that were not used yet. */
  list(options?: RequestOptions): Listing<TeamInvitation, Page<TeamInvitation> & { total: number }> {
    return new Listing(() => this.send('get', '/api/v1/team/invitations', {}, options));
  }

  /** Another link; the one before is dead. */
  resend(id: string, options?: RequestOptions): Promise<TeamInvitation> {
    return this.send('post', '/api/v1/team/invitations/{id}/resend', { id }, options);
  }

  remove(id: string, options?: RequestOptions): Promise<Removed> {
    return this.removal('/api/v1/team/invitations/{id}', id, options);
  }
}
